/* Makes plans in which every node does at once what one node does. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "collectives/transforms.h"
#include "collectives/tree_schedule.h"

/* On a Cayley graph one node's hops stand for all. On other networks each node has hops of its own,
 * and the trees of some nodes are higher than others. Copies begin together and folds end together.
 * An all-reduce folds and then copies: its nodes change from one to the other at the same time, so
 * that no packet does both. */

/* Returns the time of a node's hops that is the same for all nodes. */
static int common_time(const struct plan *one, enum collective collective)
{
	return collective == ALLREDUCE	      ? one->times / 2
	       : collective_folds(collective) ? one->times
					      : 0;
}

/* Makes one node's hops. */
static int hops_of_one(struct plan **one, const struct problem *problem, hops_maker *hops)
{
	int error = hops(one, problem);

	return error ? error : plan_kept(one, plan_towards(*one, problem->collective));
}

/* Adds the hops of node s, so that the common time is 0. Sets *latest to the largest common
 * time. */
static int add_node(
	struct plan *plan, const struct problem *problem, int s, hops_maker *hops, int *latest)
{
	struct problem own = *problem;
	struct plan *one;
	int error, common;

	own.net = network_centred(&problem->net, s);
	error = hops_of_one(&one, &own, hops);
	if (error)
		return error;
	common = common_time(one, problem->collective);
	*latest = common > *latest ? common : *latest;
	for (size_t i = 0; i < one->hops && !error; i++) {
		struct hop hop = plan_translated_hop(plan, one->hop[i], s);

		hop.time -= common;
		error = plan_add(plan, hop);
	}
	plan_free(one);
	return error;
}

/* On networks that are not Cayley graphs, trees do not cut blocks in parts. */
static int write_out(struct plan **plan, const struct problem *problem, hops_maker *hops)
{
	int latest = 0, error = plan_new(plan, problem, 1);

	if (error)
		return error;
	for (int s = 0; s < problem->net.nodes && !error; s++)
		error = add_node(*plan, problem, s, hops, &latest);
	for (size_t i = 0; i < (*plan)->hops; i++)
		(*plan)->hop[i].time += latest;
	if (collective_kind(problem->collective)->sliced)
		(*plan)->parts *= problem->net.nodes;
	return plan_finish(plan, error ? error : plan_sort(*plan));
}

int plan_by_every_node(struct plan **plan, const struct problem *problem, hops_maker *hops)
{
	int error;

	if (!network_symmetric(&problem->net))
		return write_out(plan, problem, hops);
	error = hops_of_one(plan, problem, hops);
	return error ? error : plan_finish(plan, plan_complete(*plan, problem->collective));
}
