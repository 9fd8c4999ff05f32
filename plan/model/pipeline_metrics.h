/* Turns: what a pipelined plan amounts to, counted turn by turn, without a schedule to hold it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_MODEL_PIPELINE_METRICS_H
#define PLAN_MODEL_PIPELINE_METRICS_H

#include "plan/binding.h"
#include "plan/model/machine.h"

/* Whether plan_count can count this plan: one that is written out for all nodes, and whose packets are not cut
 * from streams. */
bool plan_countable(const struct plan *plan);

/* The figures of plan_schedule's schedule, and the time in which all nodes step together. Memory for
 * a few words of each link; time for each turn that is not like the one before. 0, -EINVAL (the binding) or -ENOMEM with why. */
int plan_count(struct figures *figures, double *synchronous, const struct plan *plan,
	const struct binding *binding, const struct machine *machine);

#endif
