/* Pipeline time is the time of rounds with packets of different sizes, by the pipeline rate. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_PIPELINE_TIME_H
#define PLAN_PIPELINE_TIME_H

#include "plan/plan.h"

/* Returns the seconds of that many rounds, with `unit` bytes to a unit. */
double pipeline_time(const struct plan *plan, double rounds, double unit, double beta, double tau);

/* Returns the number of rounds, at least 1, with the least time for blocks of that many bytes. */
double pipeline_time_best_rounds(const struct plan *plan, double bytes, double beta, double tau);

#endif
