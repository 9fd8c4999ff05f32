/* Counts hops: the figures of a round, and the models that a turn obeys. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/array.h"
#include "base/error.h"
#include "plan/lists/metrics.h"
#include "plan/lists/hop_metrics.h"
#include "plan/packet_walk.h"

/* A round is counted in the order of the hops, with a word for each time. The bytes of a link over
 * several times are not counted. */

static uint64_t units_of(const struct plan *plan, const struct packet_walk *walk)
{
	uint64_t units = 0;

	for (const struct hop *h = walk->first; h < walk->end; h++)
		units += hop_done(h, walk->kinds) ? hop_units(plan, h) : 0;
	return units;
}

static bool loosest(const struct figures *figures)
{
	return figures->ports == ALL && figures->duplex == FULL;
}

/* Counts the packets of a turn by slot. With `models` the count stops when no looser model is
 * left. */
static void count_turn(struct metrics *count, const struct plan *plan, bool models)
{
	struct packet_walk walk = walk_turn(plan);

	while (!(models && loosest(count->figures)) && walk_next(&walk)) {
		const struct hop *h = walk.first;
		struct packet packet = { .step = hop_slot(plan, h),
			.from = count->view ? 0 : h->from,
			.port = h->port,
			.fold = h->fold,
			.bytes = units_of(plan, &walk) };

		packet.to = network_neighbour(&plan->problem.net, packet.from, packet.port);
		metrics_add(count, &packet);
	}
}

/* Returns the number of packets of a turn that meet another packet on a link. The hops of two such
 * packets are neighbours in the order of the plan. */
static uint64_t conflicts(const struct plan *plan)
{
	struct packet_walk walk = walk_turn(plan);
	uint64_t found = 0;

	for (size_t i = 1; i < plan->hops; i++) {
		const struct hop *h = &plan->hop[i];

		found += h->fold != h[-1].fold && walk_meets(&walk, h - 1, h);
	}
	return found;
}

int plan_turn(const struct plan *plan, struct figures *figures)
{
	struct metrics count;
	int error = metrics_open(&count, &plan->problem.net, plan->symmetric,
		plan->symmetric && plan->alternating, plan->symmetric, figures);

	if (error)
		return error;
	count_turn(&count, plan, !plan->symmetric);
	metrics_close(&count);
	if (!plan->symmetric)
		figures->conflicts = conflicts(plan);
	return 0;
}

int hop_metrics_round(struct figures *figures, const struct plan *plan, unsigned kinds)
{
	uint64_t *largest = array_zeros((size_t)plan->times, sizeof *largest);
	struct packet_walk walk = walk_round(plan, kinds);

	if (!largest) /* 1 + the units of the largest packet; 0: no packet at that time */
		return why(ENOMEM, "no memory to count %zu hops", plan->hops);
	*figures = (struct figures){ .ports = ALL, .duplex = FULL };
	while (walk_next(&walk)) {
		uint64_t units = units_of(plan, &walk), *most = &largest[walk.first->time];

		figures->conflicts += walk.meets;
		figures->packets++;
		figures->transmissions += units;
		*most = units >= *most ? units + 1 : *most;
	}
	for (int t = 0; t < plan->times; t++)
		if (largest[t]) {
			figures->steps++;
			figures->volume += largest[t] - 1;
		}
	free(largest);
	return 0;
}
