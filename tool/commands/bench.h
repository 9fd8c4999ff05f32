/* What a benchmark measures, and how its rows are written. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_BENCH_H
#define TOOL_BENCH_H

#include "perf/bench_engine.h"
#include "tool/arguments/request.h"

/* All combinations that the words and options of `grove bench` name. */
struct work {
	int count;
	size_t room, requests_room;
	struct bench_case *what;
	struct request *request; /* whose permutation the case borrows */
};

/* An exit status; a refusal has been said. work_close takes one that is all zeros. */
int work_open(struct work *work, const struct options *options);
void work_close(struct work *work);

/* Rows, as tables for people, JSON, or CSV. */
struct rows {
	enum form form;
	int printed, references; /* rows; and those that were forwarded by reference */
	char group[256]; /* the heading of the table that is being printed */
};

void rows_begin(struct rows *rows);
void rows_add(struct rows *rows, const struct bench_result *result);
void rows_end(struct rows *rows);

#endif
