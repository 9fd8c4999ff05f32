/* Makes plans in which nodes join runs, and sends runs along shortest ways. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef COLLECTIVES_RUN_PLANS_H
#define COLLECTIVES_RUN_PLANS_H

#include "plan/runs.h"
#include "plan/plan.h"

/* Makes a plan of that many parts from the hops that `make` adds. Returns 0, or -errno with why:
 * the problem has an order, or too many nodes. */
int run_plan_build(struct plan **plan, const struct problem *problem, int parts,
	int (*make)(struct plan *plan));

/* Does the same for a block in one part, and pipelines the plan. */
int run_plan_pipelined(
	struct plan **plan, const struct problem *problem, int (*make)(struct plan *plan));

/* Sends a run, or a part of its bytes, along a shortest way from *time on, and sets *time to the
 * time of arrival. */
int run_send(struct plan *plan, struct run run, int from, int to, int *time);
int run_send_part(struct plan *plan, struct run run, uint32_t part, int from, int to, int *time);

/* Returns the network whose digits the tree of runs follows: the problem's own, but without digits
 * for a bracketed collective if a branch below a digit were not a part of the bracket. */
struct network run_tree(const struct problem *problem);

/* Returns the run of nodes that differ from v only in digits below digit i. */
struct run run_below(const struct network *net, int v, int i);

/* The tree of runs: the parent of a node is the node without its lowest digit that is not 0 (of the
 * binary number where the network has no digits), and run_last is the last node of the branch. */
int run_parent(const struct network *net, int node);
int run_last(const struct network *net, int node);

#endif
