/* The port rule: which packets of a node may share a step. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_PORTS_H
#define PLAN_PORTS_H

#include "plan/problem.h"

enum way {
	SENDS,
	RECEIVES
};

/* The strictest model in which a node does two packets in one step: both in the same way (it sends
 * both, or receives both), or one in each way, with the same partner or with two. */
static inline enum ports ports_for_two(bool same_way, bool same_partner)
{
	return same_way ? ALL : same_partner ? EXCHANGE : SENDRECV;
}

/* True if two such packets need a step each. */
static inline bool ports_exclude(enum ports ports, bool same_way, bool same_partner)
{
	return ports < ports_for_two(same_way, same_partner);
}

/* The partners of a node in a step, by the way; -1: none. Of several partners in the same way it is
 * the last. */
struct hand {
	int32_t step, partner[2];
};

/* Empties a hand that is of another step. */
static inline struct hand *hand_at(struct hand *hand, int32_t step)
{
	if (hand->step != step)
		*hand = (struct hand){ step, { -1, -1 } };
	return hand;
}

/* The strictest model in which a node that does this may do one packet more. */
static inline enum ports hand_needs(const struct hand *hand, enum way way, int partner)
{
	if (hand->partner[way] >= 0)
		return ports_for_two(true, hand->partner[way] == partner);
	if (hand->partner[!way] >= 0)
		return ports_for_two(false, hand->partner[!way] == partner);
	return SINGLE;
}

#endif
