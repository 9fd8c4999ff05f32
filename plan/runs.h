/* A run is a part of a prefix; nodes join runs in the order or in the bracket of the nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_RUNS_H
#define PLAN_RUNS_H

#include "plan/schedule.h"

/* A run is the fold of consecutive nodes' contributions, first ... last, in the order of the nodes.
 * A run is a block of a prefix fold, with the number first * nodes + last. A node with the runs
 * first ... k and k + 1 ... last can make the run first ... last: a fold joins two runs, the lower
 * run on the left. So nothing is ever combined twice or in another order, and folds need not
 * commute. Packets carry runs as copies, like other blocks.
 *
 * Collectives that are bracketed also fix what is combined with what, since sums of floats differ
 * from bracket to bracket. A run of n nodes is made of two runs only: the first 2^k nodes, with the
 * largest 2^k below n, and the others. So the bits of a run depend on nothing but its nodes, and
 * those of a result on the number of nodes alone. Such runs begin at multiples of 2^(k + 1), since
 * no other runs are parts of a run that begins at node 0. */
struct run {
	int first, last;
	size_t begin, end; /* bytes of the block */
	uint64_t tried;	   /* the call of runs_join that has tried the first node; for runs.c */
};

/* The runs of a node, sorted by first, with longer runs first, then by their bytes. Runs of the
 * same nodes have gaps between their bytes. */
struct runs {
	bool bracketed; /* runs are joined in the bracket of the nodes */
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

/* Returns the cut of the nodes first ... last, which are several: the last node without the binary
 * digits below the highest digit in which the two differ. */
static inline int run_cut(int first, int last)
{
	return last & -(1 << (31 - __builtin_clz((unsigned)(first ^ last))));
}

/* Returns true for the runs of bracketed collectives. */
static inline bool run_in_bracket(const struct run *run)
{
	int cut = run->first == run->last ? 0 : run_cut(run->first, run->last);

	return !cut || run->first == (cut & (cut - 1));
}

/* Returns true if a node can make `whole` with `part`, which has some of the nodes of `whole`. */
static inline bool run_serves(
	const struct runs *runs, const struct run *part, const struct run *whole)
{
	int nodes = part->last - part->first + 1;

	if (part->first < whole->first || part->last > whole->last)
		return false;
	return !runs->bracketed ||
	       (run_in_bracket(part) && (!(nodes & (nodes - 1)) || part->last == whole->last));
}

/* Says that a node has these bytes of a run. Returns 0 or -ENOMEM. */
int runs_add(struct runs *runs, struct run run);

/* Finds the runs that make `wanted` when joined, at the first byte of `wanted`. These runs are
 * run[way[0]], ..., run[way[ways - 1]], from left to right; ways is 0 if there are none.
 * wanted->end becomes the byte up to which all of these runs go. Returns 0 or -ENOMEM. */
int runs_join(struct runs *runs, struct run *wanted);

void runs_free(struct runs *runs);

#endif
