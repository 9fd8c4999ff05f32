/* Expands the rounds of a plan that is written out for all nodes to packets. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_LISTS_EXPAND_ROUNDS_H
#define PLAN_LISTS_EXPAND_ROUNDS_H

#include "plan/schedule.h"

/* Returns true if the hops themselves give the packets: the plan is written out for all nodes, and
 * packets are not cut from streams. */
bool plan_expands_rounds(const struct plan *plan, const struct cutting *cutting);

/* Adds all packets of such a plan, with their steps, to an empty schedule that has the plan's
 * problem and the root of the binding. The packets are sorted if the root is 0 and no packet is cut
 * in chunks. Takes constant time for each hop and turn. Returns 0, or -EINVAL (not finalized) or
 * -ENOMEM with why. */
int plan_expand_rounds(
	struct schedule *schedule, const struct plan *plan, const struct cutting *cutting);

#endif
