/* Verifies a round of a plan directly from its hops, without a schedule. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_VERIFY_VERIFY_HOPS_H
#define PLAN_VERIFY_VERIFY_HOPS_H

#include "plan/plan.h"

/* Verifies rounds of these kinds. The hops are sorted. `problem` is the problem that the hops
 * solve, with a collective that may differ from the plan's (hop_schedule.h). *right says that the
 * hops keep every rule except ports and duplex; then the figures are the figures of hop_metrics.h.
 * If *right is false, schedule_verify decides. Returns 0, or -ENOMEM with why. */
int verify_hops_round(const struct plan *plan, const struct problem *problem, unsigned kinds,
	struct figures *figures, bool *right);

#endif
