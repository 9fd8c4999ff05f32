/* Thread time is the time of a plan on the threads of this machine. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_MODEL_THREAD_TIME_H
#define PLAN_MODEL_THREAD_TIME_H

#include "plan/model/estimate.h"
#include "plan/costs/operation_costs.h"
#include "plan/schedule.h"

/* Computes the seconds of the whole plan, by a replay of its steps (replay.h) with the costs of a
 * calibrated machine. Of many rounds only the first are replayed; the time of the others is that of
 * the last rounds replayed. The result is negative if a round has too many packets. Returns 0, or
 * -ENOMEM with why. */
int thread_time(double *seconds, const struct plan *plan, const struct cutting *cutting,
	const struct rates *rates);

/* Computes the seconds of a schedule in the same way. The result is negative if the schedule has
 * too many packets. */
int thread_time_of_schedule(
	double *seconds, const struct schedule *schedule, const struct rates *rates);

/* Looks up the costs that predictions for blocks of that many bytes take, where copies do not go
 * past the caches. Returns false if a cost was not measured. */
bool thread_costs(struct operation_costs *costs, struct operation *operation,
	const struct problem *problem, double block, const struct rates *rates);

/* Looks up the costs of a replay: [1] for nodes with copies past the caches. `scratch` is the
 * bytes of scratch of a core's nodes. Returns false if a cost was not measured. */
bool thread_scratch_costs(struct operation_costs costs[2], const struct problem *problem,
	double block, double scratch, const struct rates *rates);

/* Returns true if node v has buffers so large that copies may go past the caches, as in
 * runtime/team/team.c. `cache` is the bytes of the last-level cache; 0: not known. */
bool thread_copies_past(const struct problem *problem, int v, double block, size_t cache);

#endif
