/* Tells which algorithm was measured to be the fastest on this machine's threads. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef COLLECTIVES_AUTO_TUNED_TABLE_H
#define COLLECTIVES_AUTO_TUNED_TABLE_H

#include <stdio.h>
#include "collectives/auto/choose.h"
#include "plan/costs/data_state.h"

enum {
	TUNED_NETWORK = 128
};

/* One measurement: a collective, for blocks of `bytes` bytes, by an algorithm. */
struct tuned_row {
	enum collective collective;
	uint32_t aim; /* tuned_aim of the problem */
	char network[TUNED_NETWORK];
	enum ports ports;
	enum duplex duplex;
	int threads;
	size_t bytes;
	char algorithm[ALGORITHM_NAME], order[ALGORITHM_NAME];
	size_t packet; /* 0: no limit */
	double seconds, predicted;
};

/* A table of measurements. All zeros is an empty table. */
struct tuned {
	struct tuned_row *row;
	size_t rows, room;
	enum data_state data; /* of all measurements */
};

/* Reads a table. `name` is the name of the file, `key` the key of the machine, and `version` the
 * version of grove; a table with another key or version is refused. Returns 0, -ENOMEM, or -EINVAL
 * with why, the file's name and the line. */
int tuned_read(
	struct tuned *tuned, FILE *file, const char *name, const char *key, const char *version);
void tuned_free(struct tuned *tuned);

/* Write the first lines and a row of a table. The caller checks the file for errors. */
void tuned_write_heading(FILE *file, const char *key, const char *version, enum data_state data);
void tuned_write_row(FILE *file, const struct tuned_row *row);

/* Returns the aim of a problem: the destination of a send, relative to the root; a hash of a
 * permutation; 0 for all other collectives. */
uint32_t tuned_aim(const struct problem *problem);

/* Returns true if the row was measured for this problem on that many threads. */
bool tuned_row_is_of(const struct tuned_row *row, const struct problem *problem, int threads);

/* Prefers measurements to estimates. Times are interpolated between two measured sizes; outside the
 * measured sizes the nearest size counts, up to a factor of 8. The list of choose is sorted again:
 * measured candidates first, by measured times. Returns true if anything was measured. */
bool tuned_apply(const struct tuned *tuned, struct candidate *list, int count,
	const struct problem *problem, int threads, size_t bytes);

/* Finds the fastest measured candidate by the same rule, without a list. Returns false if nothing
 * was measured. */
bool tuned_fastest(const struct tuned *tuned, struct candidate *best, const struct problem *problem,
	int threads, size_t bytes);

#endif
