/* Hop metrics are the figures of a plan's hops, without a schedule. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_LISTS_HOP_METRICS_H
#define PLAN_LISTS_HOP_METRICS_H

#include "plan/plan.h"

/* Counts the sorted hops in rounds of these kinds, a unit as a byte: steps, volume, transmissions,
 * packets, conflicts. Returns 0 or -ENOMEM with why. plan_turn counts a turn. */
int hop_metrics_round(struct figures *figures, const struct plan *plan, unsigned kinds);

#endif
