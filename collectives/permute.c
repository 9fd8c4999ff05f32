/* Builds permutations: by two complete exchanges, for any permutation alike, or directly. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>
#include "base/error.h"
#include "collectives/registry.h"
#include "collectives/tree_schedule.h"
#include "collectives/transforms.h"
#include "collectives/discipline.h"

enum {
	MOST_HOPS = 1 << 26
};

/* Makes the empty plan of a permutation, in `parts` parts, for `hops` hops. */
static int permute_open(struct plan **plan, const struct problem *problem, int parts, size_t hops)
{
	if (!problem->permutation)
		return why(EINVAL, "permute: needs a permutation");
	if (hops > MOST_HOPS)
		return why(ENOMEM, "permute %s on %s has %zu hops, more than %d: use fewer nodes",
			problem->algorithm, problem->net.name, hops, MOST_HOPS);
	return plan_new(plan, problem, parts);
}

/* Adds node s's share of the scatter `deal` from time `begin` on. name(s, d, p) sets the block and
 * the part that are sent as part p to node d translated by s, and returns false for a hop to leave
 * out. */
typedef bool naming(
	const struct problem *problem, int s, int d, uint32_t p, int parts, struct hop *named);

static int add_share(struct plan *plan, const struct plan *deal, int s, int begin, naming *name)
{
	const struct problem *problem = &plan->problem;
	int error = 0;

	for (size_t i = 0; i < deal->hops && !error; i++) {
		struct hop hop = deal->hop[i];

		hop.time += begin;
		hop.from = network_translate(&problem->net, s, hop.from);
		if (name(problem, s, (int)hop.block, hop.part, deal->parts, &hop))
			error = plan_add(plan, hop);
	}
	return error;
}

static int add_exchange(struct plan *plan, const struct plan *deal, int begin, naming *name)
{
	int error = 0;

	for (int s = 0; s < plan->problem.net.nodes && !error; s++)
		error = add_share(plan, deal, s, begin, name);
	return error;
}

/* First exchange: node s sends part t of its message to node t. */
static bool part_to_everyone(
	const struct problem *problem, int s, int d, uint32_t p, int parts, struct hop *named)
{
	int t = network_translate(&problem->net, s, d);

	named->block = (uint32_t)s;
	named->part = (uint32_t)t * (uint32_t)parts + p;
	return true;
}

/* Second exchange: node s sends its part of each message on to the goal of the message. */
static bool part_to_its_goal(
	const struct problem *problem, int s, int d, uint32_t p, int parts, struct hop *named)
{
	int t = network_translate(&problem->net, s, d), origin = 0;

	while (problem->permutation[origin] != t)
		origin++;
	named->block = (uint32_t)origin;
	named->part = (uint32_t)s * (uint32_t)parts + p;
	return true;
}

/* Directly: node s sends the whole message only to the goal. */
static bool all_to_its_goal(
	const struct problem *problem, int s, int d, uint32_t p, int parts, struct hop *named)
{
	(void)parts;
	named->block = (uint32_t)s;
	named->part = p;
	return network_translate(&problem->net, s, d) == problem->permutation[s];
}

/* Returns trees whose copies load the ports equally, if the network has such trees; else "bfs". */
static const char *best_family(const struct network *net)
{
	static const char *const families[] = { "nrsbt", "sbt", "star" };

	for (size_t i = 0; i < sizeof families / sizeof families[0]; i++)
		if (!family_named(families[i])->applies(net))
			return families[i];
	return "bfs";
}

/* Builds PERMUTED SEND (Stout & Wagar 1990, section 6): twice a complete exchange of 1/N of each
 * message, for any permutation: T = tau m + 2 d beta on a cube. The exchange runs along rotated
 * trees if the network has rotations. */
int build_permuted_send(struct plan **plan, const struct problem *problem)
{
	struct problem exchange = *problem;
	struct plan *deal;
	int nodes = problem->net.nodes, error;

	if (problem->order[0])
		return why(
			EINVAL, "permuted-send has no order '%s': it has only one", problem->order);
	strcpy(exchange.algorithm, best_family(&problem->net));
	error = tree_scatter_evenly(&deal, &exchange, FARTHEST_FIRST);
	if (error)
		return error;
	error = permute_open(plan, problem, nodes * deal->parts, 2 * deal->hops * (size_t)nodes);
	if (!error) {
		error = add_exchange(*plan, deal, 0, part_to_everyone);
		if (!error)
			error = add_exchange(*plan, deal, deal->times, part_to_its_goal);
		error = plan_finish(plan, error ? error : plan_sort(*plan));
	}
	plan_free(deal);
	return error;
}

/* INVERSION (Stout & Wagar 1990, section 6): every node does O.C. SEND 2. Part p of each message
 * crosses dimension p first, then the next dimensions in turn. At each time all nodes send part p
 * over the same dimension, and other parts over other dimensions: d steps of m/d, over every
 * link. */
int serves_inversion(const struct problem *problem)
{
	int last = problem->net.nodes - 1;

	for (int v = 0; problem->permutation && v <= last; v++)
		if (problem->permutation[v] != last - v)
			return why(EINVAL,
				"permute inversion: is for the permutation inversion, v to %d - v; "
				"node %d is to send to node %d: permuted-send serves all",
				last, v, problem->permutation[v]);
	return 0;
}

int build_inversion(struct plan **plan, const struct problem *problem)
{
	int d = problem->net.digits, nodes = problem->net.nodes;
	int error = discipline_none(problem);

	if (!error)
		error = permute_open(plan, problem, d, (size_t)nodes * (size_t)(d * d));
	if (error)
		return error;
	for (int v = 0; v < nodes; v++)
		for (int i = 0; i < d * d && !error; i++) {
			int part = i / d, time = i % d;
			int crossed = (1 << time) - 1; /* turned by `part` */
			int node = v ^ ((crossed << part | crossed >> (d - part)) & (nodes - 1));

			error = plan_add(*plan, (struct hop){ .time = time,
							.from = node,
							.block = (uint32_t)v,
							.part = (uint32_t)part,
							.port = (uint16_t)((part + time) % d) });
		}
	return plan_finish(plan, error ? error : plan_sort(*plan));
}

/* Adds each node's message by a scatter of the node's own. */
static int add_messages(struct plan *plan, const struct problem *problem, enum timing timing)
{
	struct problem own = *problem;
	int error = 0;

	for (int s = 0; s < problem->net.nodes && !error; s++) {
		struct plan *deal;

		own.net = network_centred(&problem->net, s);
		error = tree_scatter_evenly(&deal, &own, timing);
		if (error)
			return error;
		error = add_share(plan, deal, s, 0, all_to_its_goal);
		plan_free(deal);
	}
	return error;
}

/* Builds a permutation with each message along the trees from its origin: best on networks of small
 * diameter, or for permutations that load the links alike. */
int build_permute(struct plan **plan, const struct problem *problem)
{
	struct plan *deal;
	enum timing timing;
	int error = discipline_timing(&timing, problem);

	if (!error)
		error = tree_scatter_evenly(&deal, problem, timing);
	if (error)
		return error;
	error = permute_open(plan, problem, deal->parts, deal->hops);
	if (!error) {
		error = network_symmetric(&problem->net)
				? add_exchange(*plan, deal, 0, all_to_its_goal)
				: add_messages(*plan, problem, timing);
		error = plan_finish(plan, error ? error : plan_sort(*plan));
	}
	plan_free(deal);
	return error;
}
