/* What a benchmark measures, and how its rows are written. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_COMMANDS_BENCH_H
#define TOOL_COMMANDS_BENCH_H

#include "perf/bench_engine.h"
#include "tool/arguments/request.h"

/* All combinations that the words and options of `grove bench` name. */
struct bench_list {
	int count;
	size_t room, requests_room;
	struct bench_case *what;
	struct request *request; /* whose permutation the case borrows */
};

/* An exit status; a refusal has been said. bench_list_close takes one that is all zeros. */
int bench_list_open(struct bench_list *work, const struct options *options);
void bench_list_close(struct bench_list *work);

/* Rows, as tables for people, JSON, or CSV. */
struct bench_rows {
	enum form form;
	int printed, references; /* rows; and those that were forwarded by reference */
	char group[256]; /* the heading of the table that is being printed */
};

void rows_begin(struct bench_rows *rows);
void rows_add(struct bench_rows *rows, const struct bench_result *result);
void rows_end(struct bench_rows *rows);

#endif
