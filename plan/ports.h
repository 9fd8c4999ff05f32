/* The port rules say which packets of a node may share a step. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_PORTS_H
#define PLAN_PORTS_H

#include "plan/problem.h"

enum way {
	SENDS,
	RECEIVES
};

/* Returns the strictest model in which a node may send or receive two packets in a step.
 * same_way: the node sends both packets, or receives both. same_partner: both packets have the
 * same partner. */
static inline enum ports ports_for_two(bool same_way, bool same_partner)
{
	return same_way ? ALL : same_partner ? EXCHANGE : SENDRECV;
}

/* Returns true if two such packets need different steps. */
static inline bool ports_exclude(enum ports ports, bool same_way, bool same_partner)
{
	return ports < ports_for_two(same_way, same_partner);
}

/* The partners of a node in a step: a partner to which the node sends, and a partner from which
 * the node receives; -1: no partner. Of several partners in the same direction the hand keeps
 * the last. */
struct hand {
	int32_t step, partner[2];
};

/* Empties a hand of another step. */
static inline struct hand *hand_at(struct hand *hand, int32_t step)
{
	if (hand->step != step)
		*hand = (struct hand){ step, { -1, -1 } };
	return hand;
}

/* Returns the strictest model in which a node with this hand may send or receive a further
 * packet. */
static inline enum ports hand_needs(const struct hand *hand, enum way way, int partner)
{
	if (hand->partner[way] >= 0)
		return ports_for_two(true, hand->partner[way] == partner);
	if (hand->partner[!way] >= 0)
		return ports_for_two(false, hand->partner[!way] == partner);
	return SINGLE;
}

#endif
