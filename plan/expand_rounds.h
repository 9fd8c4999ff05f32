/* Unrolling: the rounds of a plan as packets, straight from its hops. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_EXPAND_ROUNDS_H
#define PLAN_EXPAND_ROUNDS_H

#include "plan/schedule.h"

/* Whether hops alone say what the packets are: they are written out for all nodes, and packets
 * are not cut from streams. */
bool plan_expands_rounds(const struct plan *plan, const struct cutting *cutting);

/* Adds all packets of such a plan, with their steps, to an empty schedule of its problem with
 * the binding's root: in the order of a schedule where the root is 0 and no packet is chopped,
 * else to be sorted. A constant time for each hop and turn. 0; -EINVAL (not finalized) or
 * -ENOMEM with why. */
int plan_expand_rounds(
	struct schedule *schedule, const struct plan *plan, const struct cutting *cutting);

#endif
