/* Thread time is the time of a plan on the threads of this machine. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_MODEL_THREAD_TIME_H
#define PLAN_MODEL_THREAD_TIME_H

#include "plan/model/estimate.h"
#include "plan/model/operation_costs.h"

/* Computes the seconds of the whole plan, by a replay of its steps (replay.h) with the costs of a
 * calibrated machine. Of many rounds only the first are replayed; the time of the others is that of
 * the last rounds replayed. The result is negative if a round has too many packets. Returns 0, or
 * -ENOMEM with why. */
int thread_time(double *seconds, const struct plan *plan, const struct cutting *cutting,
	const struct rates *rates);

/* Looks up the costs that predictions for blocks of that many bytes take, where copies do not go past
 * the caches. Returns false if a cost was not measured. */
bool thread_costs(struct operation_costs *costs, struct operation *operation,
	const struct problem *problem, double block, const struct rates *rates);

#endif
