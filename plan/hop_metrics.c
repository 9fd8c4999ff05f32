/* Tallies hops: what a round amounts to, and which models a turn obeys. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/array.h"
#include "base/error.h"
#include "plan/metrics.h"
#include "plan/hop_metrics.h"

/* In the order of a plan, hops of one link and time lie side by side. So a round is tallied as it lies, with
 * a word for each time; and what a link carries at other times is not asked for. */

static bool same_packet(const struct packet *a, const struct packet *b)
{
	return a->step == b->step && a->from == b->from && a->port == b->port && a->fold == b->fold;
}

static size_t units_of(const struct plan *plan, const struct hop *h)
{
	return plan->cut ? plan->cut[h->part + 1] - plan->cut[h->part] : 1;
}

static bool loosest(const struct figures *figures)
{
	return figures->ports == ALL && figures->duplex == FULL;
}

/* Counts hops as they stand, at their slots, those of one packet together; or, where the models alone are
 * asked for, until no looser ones are left. */
static void count_hops(struct metrics *count, const struct plan *plan, bool models)
{
	struct packet packet = { .step = -1 };

	for (size_t i = 0; i < plan->hops && !(models && loosest(count->figures)); i++) {
		const struct hop *h = &plan->hop[i];
		struct packet next = { .step = hop_slot(plan, h),
			.from = count->view ? 0 : h->from,
			.port = h->port,
			.fold = h->fold };

		if (!same_packet(&packet, &next)) {
			if (packet.step >= 0)
				metrics_add(count, &packet);
			packet = next;
			packet.to = network_neighbour(&plan->problem.net, packet.from, packet.port);
		}
		packet.bytes += units_of(plan, h);
	}
	if (packet.step >= 0)
		metrics_add(count, &packet);
}

static bool same_link(const struct hop *a, const struct hop *b)
{
	return a->from == b->from && a->port == b->port;
}

/* Hops of one link and time that are not one packet: they lie side by side. */
static uint64_t conflicts(const struct plan *plan)
{
	uint64_t found = 0;

	for (size_t i = 1; i < plan->hops; i++) {
		const struct hop *a = &plan->hop[i - 1], *b = &plan->hop[i];

		found += a->fold != b->fold && same_link(a, b) &&
			 hop_slot(plan, a) == hop_slot(plan, b);
	}
	return found;
}

int hop_metrics_turn(struct figures *figures, const struct plan *plan, const struct problem *problem)
{
	struct metrics count;
	int error = metrics_open(&count, problem, plan->symmetric,
		plan->symmetric && plan->alternating, plan->symmetric, figures);

	if (error)
		return error;
	count_hops(&count, plan, !plan->symmetric);
	metrics_close(&count);
	if (!plan->symmetric)
		figures->conflicts = conflicts(plan);
	return 0;
}

int hop_metrics_round(struct figures *figures, const struct plan *plan, unsigned kinds)
{
	uint64_t *largest = array_zeros((size_t)plan->times, sizeof *largest), bytes = 0;
	const struct hop *last = NULL; /* largest: 1 + units of a packet; 0: nothing moves then */

	if (!largest)
		return why(ENOMEM, "no memory to count %zu hops", plan->hops);
	*figures = (struct figures){ .excess = -1, .ports = ALL, .duplex = FULL };
	for (size_t i = 0; i < plan->hops; i++) {
		const struct hop *h = &plan->hop[i];
		size_t units = units_of(plan, h);
		bool meets, joins;

		if (!(kinds & ~(unsigned)h->absent))
			continue;
		meets = last && last->time == h->time && same_link(last, h);
		joins = meets && last->fold == h->fold;
		figures->conflicts += meets && !joins;
		figures->packets += !joins;
		figures->transmissions += units;
		bytes = (joins ? bytes : 0) + units;
		if (bytes >= largest[h->time])
			largest[h->time] = bytes + 1;
		last = h;
	}
	for (int t = 0; t < plan->times; t++)
		if (largest[t]) {
			figures->steps++;
			figures->volume += largest[t] - 1;
		}
	free(largest);
	return 0;
}
