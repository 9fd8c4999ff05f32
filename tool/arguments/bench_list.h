/* Lists the cases that the words and options of `grove bench` name. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_ARGUMENTS_BENCH_LIST_H
#define TOOL_ARGUMENTS_BENCH_LIST_H

#include "perf/bench_engine.h"
#include "tool/arguments/request.h"

/* All combinations of the words, as cases. */
struct bench_list {
	int count;
	size_t room, requests_room;
	struct bench_case *what;
	struct request *request; /* owner of the case's permutation */
	struct grove_plan *plan; /* of a file; else NULL */
};

/* Makes the list. Prints any refusal. Returns an exit status.
 * bench_list_close accepts all zeros. */
int bench_list_open(struct bench_list *work, const struct options *options);
void bench_list_close(struct bench_list *work);

#endif
