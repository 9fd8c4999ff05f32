/* Pipeline metrics count a pipelined plan turn by turn, without making a schedule. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_MODEL_PIPELINE_METRICS_H
#define PLAN_MODEL_PIPELINE_METRICS_H

#include "plan/binding.h"
#include "plan/costs/machine.h"

/* Returns true if plan_count can count the plan: the plan is written out for all nodes, and packets
 * are not cut from streams. */
bool plan_countable(const struct plan *plan);

/* Computes the synchronous time, and the same figures as the schedule of plan_schedule has. Memory
 * is a few words for each link, and time is proportional to the number of different turns. Returns
 * 0, -EINVAL (the binding) or -ENOMEM with why. */
int plan_count(struct figures *figures, double *synchronous, const struct plan *plan,
	const struct binding *binding, const struct machine *machine);

#endif
