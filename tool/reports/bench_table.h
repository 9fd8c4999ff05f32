/* Prints the rows of a benchmark as a table, for people or for programs such as awk. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_REPORTS_BENCH_TABLE_H
#define TOOL_REPORTS_BENCH_TABLE_H

#include <stdbool.h>
#include "perf/bench_engine.h"

/* A table in progress. All zeros are a table for people without rows. */
struct bench_table {
	bool plain;		 /* one unit for each column, and all names in each row */
	int names;		 /* width of the names of algorithms and orders, or 0 */
	int printed, references; /* rows so far, and rows forwarded by reference */
	int flags;		 /* of all rows */
	bool paced;		 /* the links had given times */
	bool unlimited;		 /* peak and bound are not measured */
	bool together;	 /* with other processes, between which there is no peak and no bound */
	bool simulated;	 /* in simulated time */
	bool foreign;	 /* a row is of another library */
	int launches;	 /* of a row; 0: this process */
	char group[256]; /* the heading of the current rows */
};

/* Prints a row, with a heading before the first row of a collective and network. */
void bench_table_row(struct bench_table *table, const struct bench_result *result);

/* Returns true if the row has a time: no error, and no wrong byte. */
bool bench_is_timed(const struct bench_result *result);

/* Returns a figure that rests on the row's time, or NAN where the row has no time, or a median of
 * 0: its operations take no longer than a reading of the clock. */
double bench_figure(const struct bench_result *result, double number);

/* Returns true if the links had given times. */
bool bench_is_paced(const struct bench_result *result);

enum {
	FLAG_NAMES = 256 /* room for the names of all flags */
};

/* Writes the names of the flags, as in "folded,noisy", into `text`, and returns `text`. */
const char *flags_text(char text[FLAG_NAMES], int flags, const char *between);

/* Explains the columns, and the flags that rows have. */
void bench_table_legend(const struct bench_table *table);

#endif
