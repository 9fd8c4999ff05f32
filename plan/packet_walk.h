/* A packet walk goes over the sorted hops of a plan, packet by packet. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_PACKET_WALK_H
#define PLAN_PACKET_WALK_H

#include "plan/plan.h"

/* Hops with the same link, time and fold are a single packet. In a turn of a pipelined plan the
 * slot takes the place of the time, and the hops of a packet belong to several rounds. The hops of
 * a packet are neighbours in the order of the plan, so that a walk over sorted hops is a walk over
 * packets:
 *
 *	hop	  1   1   2   2   2   3		the number of the link
 *	packet	 |first   |first      |first	first ... end - 1
 */
struct packet_walk {
	const struct hop *first, *end; /* the hops of this packet, and hops that are not done */
	const struct hop *last;	       /* the end of all hops */
	int interval;		       /* the hops of a packet share a slot; 0: a time */
	unsigned kinds;		       /* the kinds of rounds with hops that are done */
	/* all nodes do the same: links of the same port are a single link */
	bool view;
	bool meets, behind; /* the packet before, or after, has the same link and time */
};

/* The functions are inline because millions of hops are asked. */
static inline bool hop_same_link(const struct hop *a, const struct hop *b)
{
	return a->port == b->port && a->from == b->from;
}

static inline bool hop_done(const struct hop *hop, unsigned kinds)
{
	return kinds & ~(unsigned)hop->absent;
}

/* Returns the units of a hop's part. */
static inline uint32_t hop_units(const struct plan *plan, const struct hop *hop)
{
	return plan->cut ? plan->cut[hop->part + 1] - plan->cut[hop->part] : 1;
}

/* Returns the end of the hops. A plan without hops may have no array. */
static inline const struct hop *plan_hops_end(const struct plan *plan)
{
	return plan->hops ? plan->hop + plan->hops : plan->hop;
}

/* Walks over the packets of a round of these kinds, by time. */
static inline struct packet_walk walk_round(const struct plan *plan, unsigned kinds)
{
	return (struct packet_walk){
		.end = plan->hop, .last = plan_hops_end(plan), .kinds = kinds
	};
}

/* Walks over the packets of a turn that does every hop, by slot. */
static inline struct packet_walk walk_turn(const struct plan *plan)
{
	return (struct packet_walk){ .end = plan->hop,
		.last = plan_hops_end(plan),
		.interval = plan->interval,
		.kinds = ALL_ROUNDS,
		.view = plan->symmetric };
}

static inline bool walk_meets(
	const struct packet_walk *walk, const struct hop *a, const struct hop *b)
{
	return a->port == b->port && (walk->view || a->from == b->from) &&
	       (a->time == b->time ||
		       hop_slot_of(a, walk->interval) == hop_slot_of(b, walk->interval));
}

/* Goes to the next packet. Returns false at the end. */
static inline bool walk_next(struct packet_walk *walk)
{
	const struct hop *first = walk->end, *end;
	bool meets = false;

	while (first < walk->last && !hop_done(first, walk->kinds))
		first++;
	if (first == walk->last)
		return false;
	for (end = first + 1; end < walk->last; end++) {
		if (!hop_done(end, walk->kinds))
			continue;
		meets = walk_meets(walk, first, end);
		if (!meets || end->fold != first->fold)
			break;
	}
	walk->meets = walk->behind;
	walk->behind = meets && end < walk->last;
	walk->first = first;
	walk->end = end;
	return true;
}

#endif
