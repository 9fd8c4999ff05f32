/* Halves every step, so that a link is crossed one way and then the other. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/error.h"
#include "collectives/transforms.h"

static int slots_of(const struct plan *plan)
{
	return plan->interval ? plan->interval : plan->times;
}

/* In which half of its slot a link was last taken, in which slot. */
struct half {
	int32_t slot;
	int8_t half;
};

/* Returns the half for a packet: the usual half, unless the link's other direction has taken that
 * half. */
static int half_of(const struct plan *plan, struct half *taken, const struct hop *h, int slot)
{
	const struct network *net = &plan->problem.net;
	size_t ports = (size_t)net->ports;
	struct half *own = &taken[(size_t)h->from * ports + h->port];
	const struct half *back = &taken[(size_t)hop_to(plan, h) * ports +
					 (size_t)network_reverse_port(net, h->port)];
	int usual = collective_combines(plan->problem.collective);

	if (own->slot != slot)
		*own = (struct half){ slot,
			(int8_t)(back->slot == slot && back->half == usual ? !usual : usual) };
	return own->half;
}

/* Halves a slot, hops first ... end - 1. Packets of the youngest round come first, packets of the
 * oldest round last; in reductions, which run backwards, the other way round. So these packets have
 * the usual half, and turns in which only these packets cross a link need no other half. If two
 * packets of the same round meet, the packet away from the lesser node comes first; in reductions,
 * the packet to the lesser node. */
static void halve_slot(struct plan *plan, struct half *taken, size_t first, size_t end, int slot)
{
	int stages = (plan->times - 1) / slots_of(plan) + 1;
	bool backwards = collective_combines(plan->problem.collective);

	for (int k = 0; k < 2 * stages; k++)
		for (size_t i = first; i < end; i++) {
			struct hop *h = &plan->hop[i];
			int stage = backwards ? stages - 1 - k / 2 : k / 2;
			bool rising = h->from < hop_to(plan, h), usual = k % 2 == 0;

			if (h->time >= 0 && h->time / slots_of(plan) == stage &&
				(rising != backwards) == usual)
				h->time = -1 - (2 * h->time + half_of(plan, taken, h, slot));
		}
}

int plan_alternate(struct plan *plan)
{
	size_t links = (size_t)plan->problem.net.nodes * (size_t)plan->problem.net.ports;
	struct half *taken = malloc((links + 1) * sizeof *taken);

	if (!taken)
		return why(ENOMEM, "no memory to halve the steps of a plan");
	for (size_t i = 0; i < links; i++)
		taken[i].slot = -1;
	for (size_t i = 0, end; i < plan->hops; i = end) {
		int slot = plan->hop[i].time % slots_of(plan);

		for (end = i; end < plan->hops && plan->hop[end].time % slots_of(plan) == slot;)
			end++;
		halve_slot(plan, taken, i, end, slot);
	}
	for (size_t i = 0; i < plan->hops; i++)
		plan->hop[i].time = -1 - plan->hop[i].time;
	free(taken);
	plan->interval *= 2;
	return plan_sort(plan);
}
