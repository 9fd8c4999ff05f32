/* Builds broadcast, its reverse reduce, both together, and send, which keeps one of the paths. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "collectives/registry.h"
#include "collectives/tree_schedule.h"
#include "collectives/transforms.h"
#include "collectives/discipline.h"

/* Johnsson & Ho 1986, section 4, tables 4 and 5; Fragopoulou, Akl & Meijer 1994, section 5.2. Makes
 * the hops along the family of the problem's algorithm. `order` is the problem whose order
 * counts. */
static int broadcast_hops(
	struct plan **plan, const struct problem *problem, const struct problem *order)
{
	enum timing timing;
	int error = discipline_timing(&timing, order);

	if (!error)
		error = tree_broadcast_unsorted(plan, problem, timing);
	if (error || timing != BY_LEVEL)
		return error;
	return plan_kept(plan, tree_part_after_part(*plan));
}

static int finish(struct plan **plan, int error)
{
	error = plan_finish(plan, error);
	return error ? error : plan_kept(plan, tree_pipeline(*plan));
}

/* If links have one direction at a time, a port model applied first would draw exchanges apart
 * before rounds overlap, and a link's two directions might never meet. So rounds overlap first.
 * Then steps are halved (Nickolov 1993, lemma 1.8), unless no nodes exchange: along trees that
 * share no link (lemma 3.11). */
static int finish_alternating(struct plan **plan, int error)
{
	enum duplex duplex = (*plan)->problem.duplex;
	enum ports ports = (*plan)->problem.ports;
	struct figures figures;

	(*plan)->problem.ports = EXCHANGE;
	(*plan)->problem.duplex = FULL;
	error = finish(plan, error);
	if (error)
		return error;
	(*plan)->problem.ports = ports;
	(*plan)->problem.duplex = duplex;
	error = plan_turn(*plan, &figures);
	if (!error && !turn_fits(&(*plan)->problem, &figures))
		error = plan_alternate(*plan);
	return plan_kept(plan, error);
}

/* Along a single tree no two packets meet. */
static int finish_trees(struct plan **plan, int error)
{
	const struct problem *problem = &(*plan)->problem;
	bool one_way = problem->ports == SINGLE || problem->duplex == HALF;
	bool alternating = one_way && problem->ports < ALL && (*plan)->parts > 1;

	return alternating ? finish_alternating(plan, error) : finish(plan, error);
}

/* Lets every tree carry the whole block. The trees share no link, and a node gets the block as
 * often as there are trees, so that links may fail (Johnsson & Ho 1986, section 3.5). */
static void carry_all(struct plan *plan)
{
	for (size_t i = 0; i < plan->hops; i++)
		plan->hop[i].part = 0;
	plan->parts = 1;
}

int build_broadcast(struct plan **plan, const struct problem *problem)
{
	int error = broadcast_hops(plan, problem, problem);

	if (error)
		return error;
	if (!strcmp(problem->order, "whole"))
		carry_all(*plan);
	error = plan_towards(*plan, problem->collective);
	(*plan)->short_first = problem->collective == REDUCE;
	return finish_trees(plan, error);
}

/* "sbt-rb" goes along the trees of sbt. */
static int hops_of_family(struct plan **plan, const struct problem *problem)
{
	struct problem family = *problem;

	family.algorithm[strlen(family.algorithm) - strlen("-rb")] = 0;
	return broadcast_hops(plan, &family, problem);
}

/* Builds first reduce, then broadcast: round q is broadcast while round q + 1 is reduced. */
int build_allreduce_rb(struct plan **plan, const struct problem *problem)
{
	int error = hops_of_family(plan, problem);

	return error ? error : finish(plan, plan_there_and_back(*plan));
}

/* Keeps the first of the trees, each of which reaches all nodes. */
static void keep_one_tree(struct plan *plan)
{
	size_t kept = 0;

	for (size_t i = 0; i < plan->hops; i++)
		if (!plan->hop[i].part)
			plan->hop[kept++] = plan->hop[i];
	plan->hops = kept;
	plan->parts = 1;
}

/* Builds a barrier like the all-reduce above, but news has no bytes: there is nothing to spread
 * over trees, and nothing to combine. */
int build_barrier_rb(struct plan **plan, const struct problem *problem)
{
	int error = hops_of_family(plan, problem);

	if (error)
		return error;
	keep_one_tree(*plan);
	error = plan_there_and_back(*plan);
	(*plan)->problem.collective = BARRIER;
	for (size_t i = 0; i < (*plan)->hops; i++)
		(*plan)->hop[i].fold = false;
	return plan_finish(plan, error);
}

/* Builds the send along the destination's own paths, a path for each part. The paths of the nESBT
 * share no node (Johnsson & Ho 1986, section 3.5). */
int build_send(struct plan **plan, const struct problem *problem)
{
	enum timing timing;
	size_t kept = 0;
	int error = discipline_timing(&timing, problem);

	if (!error)
		error = tree_scatter(plan, problem, timing);
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
