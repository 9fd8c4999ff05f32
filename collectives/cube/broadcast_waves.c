/* Builds Stout & Wagar's broadcasts: along trees by dimensions, or as waves over all links. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "collectives/registry.h"
#include "collectives/tree_schedule.h"
#include "collectives/transforms.h"
#include "collectives/discipline.h"

/* Node 0 sends part i through port i. Then all nodes at distance k send at time k, and each node
 * sends one part of the message through each port:
 *
 *	through a port w where the node's number has a 1: part w, towards node 0
 *	through a port z where the number has a 0: part next(z), where next(z) is the first 1 to
 *	the left of z, around the number
 *
 * So a node has the parts of its 1s when the wave reaches the node, and the other parts when the
 * wave has gone one link further: d + 1 times, and every link is used once. The parts that come
 * back to node 0 are redundant. Time d serves only the neighbours of the farthest node. A second
 * wave saves time d: the second wave starts one time later, and part (i + 1) mod d takes the way of
 * part i.
 *
 *	BROADCAST 3A	one wave
 *	BROADCAST 3B	no time d, but a second wave
 *	BROADCAST 4	rounds one time apart: 3B in the last round, 3A in the others
 *
 * BROADCAST 1 is the SBT, one dimension at a time. BROADCAST 2 is d rotated copies of that
 * tree, together.
 *
 * Source: Stout & Wagar 1990, section 2. */
enum {
	ENDING = ROUND_LAST | ROUND_ONLY
};

static const struct variant {
	const char *name, *family; /* family: the trees of a broadcast along trees */
	/* the rounds without time d, and the rounds without the second wave */
	unsigned time_d, second;
	bool pipelined;
} variants[] = {
	{ "broadcast1", "sbt", 0, 0, false },
	{ "broadcast2", "nrsbt", 0, 0, false },
	{ "broadcast3a", NULL, 0, ALL_ROUNDS, false },
	{ "broadcast3b", NULL, ALL_ROUNDS, 0, false },
	{ "broadcast4", NULL, ENDING, ALL_ROUNDS & ~ENDING, true },
};

enum {
	VARIANTS = sizeof variants / sizeof variants[0]
};

/* Returns the variant whose name begins the algorithm. The table of algorithms has no other
 * names. */
static const struct variant *variant_of(const struct problem *problem)
{
	size_t length = strcspn(problem->algorithm, "-");

	for (int i = 0; i < VARIANTS; i++)
		if (strlen(variants[i].name) == length &&
			!strncmp(variants[i].name, problem->algorithm, length))
			return &variants[i];
	return NULL;
}

/* Returns the part that a node sends through a port. */
static int part_through(int ports, int v, int port)
{
	int part = port;

	while (v && !(v >> part & 1))
		part = (part + 1) % ports;
	return part;
}

static int ones(int v)
{
	int count = 0;

	for (; v; v &= v - 1)
		count++;
	return count;
}

/* Adds one wave from time `begin` on. The hops at time `last` are absent in other rounds than the
 * hops before. */
static int add_wave(
	struct plan *plan, int begin, int turn, unsigned absent, int last, unsigned absent_at_last)
{
	const struct network *net = &plan->problem.net;
	int error = 0, ports = net->ports;

	for (int v = 0; v < net->nodes; v++)
		for (int port = 0; port < ports && !error; port++) {
			int stage = ones(v), part = part_through(ports, v, port) + turn;
			struct hop hop = { .time = begin + stage,
				.from = v,
				.part = (uint32_t)(part % ports),
				.port = (uint16_t)port };

			hop.absent = (uint8_t)(begin + stage < last ? absent : absent_at_last);
			if (begin + stage <= last && hop.absent != ALL_ROUNDS)
				error = plan_add(plan, hop);
		}
	return error;
}

static int add_waves(struct plan *plan, const struct variant *variant)
{
	int d = plan->problem.net.ports;
	int error = add_wave(plan, 0, 0, 0, d, variant->time_d);

	return error ? error : add_wave(plan, 1, 1, variant->second, d - 1, variant->second);
}

/* Makes the hops of a broadcast, with times for the port model ALL. */
static int broadcast_hops(struct plan **plan, const struct problem *problem)
{
	const struct variant *variant = variant_of(problem);
	struct problem own = *problem;
	int error = discipline_check(problem);

	if (error)
		return error;
	own.collective = BROADCAST;
	own.order[0] = 0;
	if (variant->family) {
		strcpy(own.algorithm, variant->family);
		return tree_broadcast(plan, &own, BY_LABEL);
	}
	error = plan_new(plan, &own, problem->net.ports);
	if (error)
		return error;
	(*plan)->even = true;
	error = add_waves(*plan, variant);
	if (!error && problem->order[0])
		plan_drop_redundant(*plan);
	return plan_kept(plan, error ? error : plan_sort(*plan));
}

static int finish(struct plan **plan, const struct problem *problem, int error)
{
	error = plan_finish(plan, error);
	if (error || !variant_of(problem)->pipelined)
		return error;
	return plan_kept(plan, plan_pipeline(*plan));
}

/* Waves use all links, so in an all-reduce rounds of the reduction and of the broadcast cannot
 * share steps. */
int build_waves(struct plan **plan, const struct problem *problem)
{
	int error = broadcast_hops(plan, problem);

	return error ? error : finish(plan, problem, plan_towards(*plan, problem->collective));
}
