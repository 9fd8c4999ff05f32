/* The cases that a benchmark measures, as the words and options name them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_ARGUMENTS_BENCH_LIST_H
#define TOOL_ARGUMENTS_BENCH_LIST_H

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

#endif
