/* Broadcast, and what is made from it: reduce, its reverse; send, one of its paths. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "collectives/collective.h"
#include "collectives/frames.h"
#include "collectives/moves.h"

/* Johnsson & Ho 1986, section 4, tables 4 and 5. In dimension order the rotated copies of the SBT
 * cross disjoint links at all times, n steps of M/n; level by level they do not. The nESBT's trees
 * share no link at all, and level by level they are done a step after the others. */
static int spread(struct plan **plan, const struct problem *problem)
{
	bool by_dimension =
		!strcmp(problem->algorithm, "sbt") || !strcmp(problem->algorithm, "nrsbt");
	enum timing timing = problem->ports < ALL ? one_port_timing(problem, BY_TURN)
			     : by_dimension	  ? BY_LABEL
						  : BY_LEVEL;
	int error = timing_of(&timing, problem, timing);

	if (!error)
		error = frame_spread(plan, problem, timing);
	return error;
}

static int finish(struct plan **plan, int error)
{
	error = plan_finish(plan, error);
	if (!error) {
		error = frame_pipeline(*plan);
		if (error)
			plan_free(*plan);
	}
	return error;
}

/* Where only one packet is sent or received at a time, exchanges would be drawn apart before rounds
 * overlap, and a link's two directions might never meet. So rounds overlap first. */
static int finish_alternating(struct plan **plan, int error)
{
	enum duplex duplex = (*plan)->problem.duplex;

	(*plan)->problem.ports = EXCHANGE;
	(*plan)->problem.duplex = FULL;
	error = finish(plan, error);
	if (error)
		return error;
	(*plan)->problem.ports = SINGLE;
	(*plan)->problem.duplex = duplex;
	error = plan_alternate(*plan);
	if (error)
		plan_free(*plan);
	return error;
}

/* Along a tree alone no two packets meet. */
static int finish_trees(struct plan **plan, int error)
{
	bool alternating = (*plan)->problem.ports == SINGLE && (*plan)->parts > 1;

	return alternating ? finish_alternating(plan, error) : finish(plan, error);
}

int build_broadcast(struct plan **plan, const struct problem *problem)
{
	int error = spread(plan, problem);

	return error ? error : finish_trees(plan, 0);
}

int build_reduce(struct plan **plan, const struct problem *problem)
{
	int error = spread(plan, problem);

	return error ? error : finish_trees(plan, plan_reverse(*plan, REDUCE));
}

/* First reduce, then broadcast: round q is broadcast while round q + 1 is reduced. */
int build_allreduce_rb(struct plan **plan, const struct problem *problem)
{
	struct problem family = *problem;
	struct plan *down;
	int error;

	family.algorithm[strlen(family.algorithm) - strlen("-rb")] = 0;
	error = spread(&down, &family);
	if (error)
		return error;
	error = spread(plan, &family);
	if (!error) {
		error = plan_reverse(*plan, REDUCE);
		if (!error)
			error = plan_then(*plan, down);
		(*plan)->problem.collective = ALLREDUCE;
		error = finish(plan, error);
	}
	plan_free(down);
	return error;
}

/* The destination's own paths, one for each part: the nESBT's share no node (Johnsson & Ho 1986,
 * section 3.5). */
int build_send(struct plan **plan, const struct problem *problem)
{
	enum timing timing = BY_LEVEL;
	size_t kept = 0;
	int error = timing_of(&timing, problem, timing);

	if (!error)
		error = frame_deal(plan, problem, timing);
	if (error)
		return error;
	for (size_t i = 0; i < (*plan)->hops; i++) {
		struct hop hop = (*plan)->hop[i];

		if (hop.block != (uint32_t)(*plan)->problem.destination)
			continue;
		hop.block = 0;
		(*plan)->hop[kept++] = hop;
	}
	(*plan)->hops = kept;
	(*plan)->problem.collective = SEND;
	return finish(plan, plan_sort(*plan));
}
