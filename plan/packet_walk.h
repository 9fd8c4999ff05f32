/* From hops to packets: which hops of a plan are one packet. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_PACKET_WALK_H
#define PLAN_PACKET_WALK_H

#include "plan/plan.h"

/* Hops of one link, one time and one fold are one packet. In a turn of a pipelined plan hops of
 * one slot have one time: they belong to several rounds. In the order of a plan such hops lie
 * side by side. So a walk over sorted hops is a walk over packets:
 *
 *	hop	  1   1   2   2   2   3		the number of the link
 *	packet	 |first   |first      |first	first ... end - 1 */
struct packet_walk {
	const struct hop *first, *end; /* the hops of this packet, and some that are not done */
	const struct hop *last;	       /* behind all hops */
	int interval;		       /* a packet has one slot; 0: one time */
	unsigned kinds;		       /* hops of rounds of these kinds are done */
	bool view;		       /* all nodes do the same: links of one port are one */
	bool meets, behind;	       /* the packet before, or behind, has the same link and time */
};

/* Here, because millions of hops are asked. */
static inline bool hop_same_link(const struct hop *a, const struct hop *b)
{
	return a->port == b->port && a->from == b->from;
}

static inline bool hop_done(const struct hop *hop, unsigned kinds)
{
	return kinds & ~(unsigned)hop->absent;
}

/* A hop's part in units of a block. */
static inline uint32_t hop_units(const struct plan *plan, const struct hop *hop)
{
	return plan->cut ? plan->cut[hop->part + 1] - plan->cut[hop->part] : 1;
}

/* Behind the last hop; a plan that has none may have no array. */
static inline const struct hop *plan_hops_end(const struct plan *plan)
{
	return plan->hops ? plan->hop + plan->hops : plan->hop;
}

/* The packets of a round of one of these kinds, at their times. */
static inline struct packet_walk walk_round(const struct plan *plan, unsigned kinds)
{
	return (struct packet_walk){
		.end = plan->hop, .last = plan_hops_end(plan), .kinds = kinds
	};
}

/* The packets of a turn that does every hop, at their slots. */
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

/* Goes to the next packet; false where none is left. */
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
	walk->behind = meets;
	walk->first = first;
	walk->end = end;
	return true;
}

#endif
