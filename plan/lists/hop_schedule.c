/* Lists the packets of a round or of a turn as a schedule, with a unit for a byte. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/array.h"
#include "base/error.h"
#include "plan/lists/hop_schedule.h"

/* Returns the collective that the hops are. The hops of a symmetric plan are the collective of node
 * 0's own blocks. */
static enum collective collective_of_hops(const struct plan *plan)
{
	enum collective collective = plan->problem.collective;

	return plan->symmetric ? collective_kind(collective)->of_node : collective;
}

struct problem problem_of_hops(const struct plan *plan)
{
	struct problem problem = plan->problem;

	problem.collective = collective_of_hops(plan);
	problem.ports = ALL;
	problem.duplex = FULL;
	return problem;
}

/* Returns the range of a hop. A part that does not exist gets a range after the end of the block,
 * which the verifier refuses. */
static struct range range_of(const struct plan *plan, const struct hop *h)
{
	size_t begin = plan->cut ? plan_units(plan) + h->part : h->part;

	if (h->part >= (uint32_t)plan->parts || !plan->cut)
		return (struct range){ h->block, begin, begin + 1 };
	return (struct range){ h->block, plan->cut[h->part], plan->cut[h->part + 1] };
}

/* Adds the packets of the walk, with a unit for a byte. In a view all packets leave node 0. */
static int add_packets(struct schedule *s, const struct plan *plan, struct packet_walk walk)
{
	struct range *range = array_new(plan->hops, sizeof *range);
	bool empty = !collective_has_bytes(s->problem.collective);
	int error = range ? 0 : why(ENOMEM, "no memory for a schedule of %zu hops", plan->hops);

	while (!error && walk_next(&walk)) {
		struct packet packet = { .step = hop_slot_of(walk.first, walk.interval),
			.from = s->view ? 0 : walk.first->from,
			.port = walk.first->port,
			.fold = walk.first->fold };

		packet.to = network_neighbour(&s->problem.net, packet.from, packet.port);
		for (const struct hop *h = walk.first; h < walk.end; h++)
			if (hop_done(h, walk.kinds) && !empty)
				range[packet.count++] = range_of(plan, h);
		error = schedule_add(s, packet, range);
	}
	free(range);
	return error ? error : schedule_sort(s);
}

int schedule_of_hops(
	struct schedule **schedule, const struct plan *plan, struct packet_walk walk)
{
	struct problem problem = problem_of_hops(plan);
	struct schedule *s;
	int error = schedule_new(&s, &problem);

	if (error)
		return error;
	s->bytes = plan_units(plan);
	s->view = walk.view;
	s->alternating = s->view && plan->alternating;
	error = add_packets(s, plan, walk);
	if (error)
		schedule_free(s);
	else
		*schedule = s;
	return error;
}
