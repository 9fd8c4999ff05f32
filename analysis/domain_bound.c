/* Bounds the time on a machine of levels by the bytes that must enter and leave each domain. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/arith.h"
#include "plan/model/core_simulator.h"
#include "plan/semantics.h"

/* A domain D is n cores at level L, with the nodes first ... end - 1. A block enters D when D needs
 * the block and some part of the block is only outside D. The block's bytes then pass links of the
 * classes of the levels 0 ... L and the connection of D, and the cores of D copy the bytes. The
 * bytes that must leave D are copied by all other cores. Let X blocks of M bytes enter, Y blocks
 * leave, and let tau and beta be the least of those classes. Then
 *
 *	T >= X M tau / n,   T >= Y M tau / (cores - n),   T >= max(X, Y) M shared(L),   T >= beta
 *
 * A single core is a domain of the innermost level. */

struct domain {
	int first, end; /* nodes */
	int cores, others;
	int level;
};

static bool holds(const struct domain *d, struct nodes nodes)
{
	return nodes.first < d->end && nodes.first + nodes.count > d->first;
}

static bool all_within(const struct domain *d, struct nodes nodes)
{
	return nodes.first >= d->first && nodes.first + nodes.count <= d->end;
}

/* Counts the blocks that must enter and leave the domain. */
static void crossing(
	const struct domain *d, const struct problem *problem, double *enter, double *leave)
{
	double inside = d->end - d->first, outside = problem->net.nodes - inside;

	*enter = *leave = 0;
	if (collective_kind(problem->collective)->blocks == BLOCK_FOR_PAIR) {
		*enter = *leave = inside * outside;
		return;
	}
	/* a prefix fold: the fold of the nodes before, and of these */
	if (collective_joins(problem->collective)) {
		*enter = d->first > 0;
		*leave = d->end < problem->net.nodes;
		return;
	}
	for (uint64_t b = 0; b < semantics_blocks(problem); b++) {
		struct nodes before = semantics_before(problem, b),
			     after = semantics_after(problem, b);

		*enter += holds(d, after) && !all_within(d, before);
		*leave += holds(d, before) && !all_within(d, after);
	}
}

/* Returns the cheapest link that crosses the domain's border. */
static struct link_class cheapest(const struct machine *machine, int level, bool memory)
{
	const struct hierarchy *h = &machine->hierarchy;
	struct link_class least = machine->class[h->class[0]];

	least.tau = link_tau(&least, memory);
	for (int i = 1; i <= level; i++) {
		const struct link_class *class = &machine->class[h->class[i]];
		double tau = link_tau(class, memory);

		least.tau = tau < least.tau ? tau : least.tau;
		least.beta = class->beta < least.beta ? class->beta : least.beta;
	}
	return least;
}

static double bound_of(const struct domain *d, const struct problem *problem, double bytes,
	const struct machine *machine, bool memory)
{
	struct link_class link = cheapest(machine, d->level, memory);
	double shared = machine->class[machine->hierarchy.class[d->level]].shared;
	double enter, leave, time;

	crossing(d, problem, &enter, &leave);
	if (enter + leave <= 0)
		return collective_has_bytes(problem->collective) ? 0 : link.beta;
	time = larger(link.beta, enter * bytes * link.tau / d->cores);
	time = larger(time, leave * bytes * link.tau / d->others);
	return larger(time, larger(enter, leave) * bytes * shared);
}

double problem_bound_on_cores(
	const struct problem *problem, size_t bytes, const struct machine *machine)
{
	const struct hierarchy *h = &machine->hierarchy;
	bool memory = machine_beyond_caches(machine, problem, bytes);
	int nodes = problem->net.nodes, cores = hierarchy_cores(h);
	double bound = 0;

	if (!bytes && collective_has_bytes(problem->collective))
		return 0;
	for (int level = 0; level < h->levels; level++) {
		int within = hierarchy_within(h, level);
		struct domain d = { .cores = within, .others = cores - within, .level = level };

		for (d.first = 0; d.first < nodes; d.first = d.end) {
			int number = hierarchy_core(h, nodes, d.first) / within;

			for (d.end = d.first; d.end < nodes &&
					      hierarchy_core(h, nodes, d.end) / within == number;)
				d.end++;
			if (d.end - d.first < nodes)
				bound = larger(bound,
					bound_of(&d, problem, (double)bytes, machine, memory));
		}
	}
	return bound;
}
