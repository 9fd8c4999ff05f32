/* The tally: figures of a plan's hops, without a schedule. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_HOP_METRICS_H
#define PLAN_HOP_METRICS_H

#include "plan/plan.h"

/* Both take sorted hops, with a unit for a byte. 0 or -ENOMEM with why. */

/* Of the hops of rounds of these kinds: steps, volume, transmissions, packets, conflicts. */
int hop_metrics_round(struct figures *figures, const struct plan *plan, unsigned kinds);

/* Of a steady turn, in which hops of all kinds are done: the ports and duplex that it needs, and
 * conflicts; of a symmetric plan all figures, of the whole machine. `problem` is what the hops do: its
 * collective may differ from the plan's (finalize.c). */
int hop_metrics_turn(struct figures *figures, const struct plan *plan, const struct problem *problem);

#endif
