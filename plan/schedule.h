/* The schedule: a plan bound to its bytes, every packet at its step. What files hold. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_SCHEDULE_H
#define PLAN_SCHEDULE_H

#include "plan/binding.h"

/* Bytes begin <= i < end of a block. */
struct range {
	uint64_t block;
	size_t begin, end;
};

/* Adds bytes to a run of ranges, which has room; what follows on without a gap extends the last one.
 * Returns how many there are. */
static inline uint32_t range_append(struct range *range, uint32_t count, struct range next)
{
	struct range *last = count ? &range[count - 1] : NULL;

	if (last && last->block == next.block && last->end == next.begin) {
		last->end = next.end;
		return count;
	}
	range[count] = next;
	return count + 1;
}

struct packet {
	int32_t step, from, to;
	uint16_t port; /* of `from` */
	uint16_t fold;
	uint32_t first, count; /* its run of ranges; a barrier's packets have none */
	size_t bytes;
};

/* Packets are sorted by (step, from, port). Blocks have the numbers of promise.h. */
struct schedule {
	struct problem problem;	    /* the permutation is the schedule's own copy */
	size_t bytes, packet_bytes; /* packet_bytes: the limit asked for, information; 0: none */
	size_t element;
	int steps;
	bool asynchronous; /* packets leave as soon as they can: its time is the one without steps */
	bool alternating; /* of a view: each step is two, one for each direction of a link (plan.h) */
	bool view; /* node 0's packets alone, of a symmetric plan: every node does the same */
	size_t packets, packets_room, ranges, ranges_room;
	struct packet *packet;
	struct range *range;
	size_t *first_of;   /* [nodes + 1], after schedule_index: the packets at each node, ... */
	uint32_t *index_of; /* ... sent or received, as numbers of packets */
};

/* All packets of all nodes. 0, -EINVAL or -ENOMEM with why. */
int plan_schedule(
	struct schedule **schedule, const struct plan *plan, const struct binding *binding);

/* The packets that node 0 sends, for symmetric plans whose nodes send packets of the same sizes; the
 * same as plan_schedule for others. */
int plan_view(struct schedule **schedule, const struct plan *plan, const struct binding *binding);

/* Building one by hand: packets in any order, then schedule_sort, which also sets `steps`. */
int schedule_new(struct schedule **schedule, const struct problem *problem);
int schedule_add(struct schedule *schedule, struct packet packet, const struct range *range);
int schedule_sort(struct schedule *schedule);

void schedule_free(struct schedule *schedule);

/* What a schedule amounts to (plan.h). 0 or -ENOMEM. */
int schedule_figures(const struct schedule *schedule, struct figures *figures);

#endif
