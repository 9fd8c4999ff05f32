/* Hop metrics are the figures of a plan's hops, without a schedule. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_LISTS_HOP_METRICS_H
#define PLAN_LISTS_HOP_METRICS_H

#include "plan/plan.h"

/* Both functions take sorted hops, count a unit as a byte, and return 0 or -ENOMEM with why. */

/* Counts the hops in rounds of these kinds: steps, volume, transmissions, packets, conflicts. */
int hop_metrics_round(struct figures *figures, const struct plan *plan, unsigned kinds);

/* Counts a steady turn with the hops of all kinds: the ports and the duplex of the turn, and
 * conflicts. A symmetric plan gets all figures, for the whole machine. `problem` is the problem
 * that the hops solve; the collective may differ from the plan's (hop_schedule.h). */
int hop_metrics_turn(
	struct figures *figures, const struct plan *plan, const struct problem *problem);

#endif
