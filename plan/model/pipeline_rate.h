/* Cadence: how fast rounds of unequal packets follow one another, and how long one takes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_MODEL_PIPELINE_RATE_H
#define PLAN_MODEL_PIPELINE_RATE_H

#include "plan/plan.h"
#include "plan/schedule.h"

/* The cadence of a plan whose blocks have plan_units units, from the schedules of its only round and of a
 * steady turn with a unit for a byte. 0 or -ENOMEM. */
int pipeline_rate_find(struct pipeline_rate *cadence, const struct plan *plan, const struct schedule *round,
	const struct schedule *turn);

/* Seconds for that many rounds, with `unit` bytes to a unit. */
double pipeline_rate_time(const struct plan *plan, double rounds, double unit, double beta, double tau);

/* The number of rounds, at least 1, that takes least time for blocks of that many bytes. */
double pipeline_rate_best_rounds(const struct plan *plan, double bytes, double beta, double tau);

#endif
