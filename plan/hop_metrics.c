/* Tallies hops: what a round amounts to, and which models a turn obeys. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/array.h"
#include "base/error.h"
#include "plan/metrics.h"
#include "plan/hop_metrics.h"
#include "plan/packets.h"

/* A round is tallied as it lies, with a word for each time; and what a link carries at other times is not
 * asked for. */

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

/* Counts packets at their slots; or, where the models alone are asked for, until no looser ones are left.
 * Returns the conflicts of all packets. */
static uint64_t count_turn(struct metrics *count, const struct plan *plan, bool models)
{
	struct packet_walk walk = walk_turn(plan);
	uint64_t conflicts = 0;

	while (walk_next(&walk)) {
		const struct hop *h = walk.first;
		struct packet packet = { .step = hop_slot(plan, h),
			.from = count->view ? 0 : h->from,
			.port = h->port,
			.fold = h->fold };

		conflicts += walk.meets;
		if (models && loosest(count->figures))
			continue;
		packet.to = network_neighbour(&plan->problem.net, packet.from, packet.port);
		packet.bytes = units_of(plan, &walk);
		metrics_add(count, &packet);
	}
	return conflicts;
}

int hop_metrics_turn(struct figures *figures, const struct plan *plan, const struct problem *problem)
{
	struct metrics count;
	uint64_t conflicts;
	int error = metrics_open(&count, problem, plan->symmetric,
		plan->symmetric && plan->alternating, plan->symmetric, figures);

	if (error)
		return error;
	conflicts = count_turn(&count, plan, !plan->symmetric);
	metrics_close(&count);
	figures->conflicts = conflicts;
	return 0;
}

int hop_metrics_round(struct figures *figures, const struct plan *plan, unsigned kinds)
{
	uint64_t *largest = array_zeros((size_t)plan->times, sizeof *largest);
	struct packet_walk walk = walk_round(plan, kinds);

	if (!largest) /* 1 + units of a packet; 0: nothing moves then */
		return why(ENOMEM, "no memory to count %zu hops", plan->hops);
	*figures = (struct figures){ .excess = -1, .ports = ALL, .duplex = FULL };
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
