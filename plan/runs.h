/* A run is a part of a prefix; nodes join runs in the order of the nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_RUNS_H
#define PLAN_RUNS_H

#include "plan/schedule.h"

/* A run is the fold of consecutive nodes' contributions, first ... last, in the order of the nodes.
 * A run is a block of a prefix fold, with the number first * nodes + last. A node with the runs
 * first ... k and k + 1 ... last can make the run first ... last: a fold joins two runs, the lower
 * run on the left. So nothing is ever combined twice or in another order, and folds need not
 * commute. Packets carry runs as copies, like other blocks. */
struct run {
	int first, last;
	size_t begin, end; /* bytes of the block */
	uint64_t tried;	   /* the call of runs_join that has tried the first node; for runs.c */
};

/* The runs of a node, sorted by first, with longer runs first, then by their bytes. Runs of the
 * same nodes have gaps between their bytes. */
struct runs {
	size_t count, room;
	struct run *run;
	uint64_t joins; /* calls of runs_join */
	size_t ways, ways_room;
	size_t *way; /* places in `run` */
};

static inline struct run run_of(const struct problem *problem, uint64_t block)
{
	uint64_t nodes = (uint64_t)problem->net.nodes;

	return (struct run){ .first = (int)(block / nodes), .last = (int)(block % nodes) };
}

static inline struct run run_of_range(const struct problem *problem, const struct range *range)
{
	struct run run = run_of(problem, range->block);

	run.begin = range->begin;
	run.end = range->end;
	return run;
}

static inline uint64_t run_block(const struct problem *problem, struct run run)
{
	return (uint64_t)run.first * (uint64_t)problem->net.nodes + (uint64_t)run.last;
}

/* Says that a node has these bytes of a run. Returns 0 or -ENOMEM. */
int runs_add(struct runs *runs, struct run run);

/* Finds the runs that make `wanted` when joined, at the first byte of `wanted`. These runs are
 * run[way[0]], ..., run[way[ways - 1]], from left to right; ways is 0 if there are none.
 * wanted->end becomes the byte up to which all of these runs go. Returns 0 or -ENOMEM. */
int runs_join(struct runs *runs, struct run *wanted);

void runs_free(struct runs *runs);

#endif
