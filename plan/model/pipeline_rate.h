/* The pipeline rate is the latency of a round, and the time between the starts of two rounds. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_MODEL_PIPELINE_RATE_H
#define PLAN_MODEL_PIPELINE_RATE_H

#include "plan/plan.h"

/* Finds the pipeline rate of a finalized plan with unequal parts or without steps, by simulating a
 * round. Other plans need no rate. Returns 0, or -errno with why. */
int pipeline_rate_find(struct plan *plan);

#endif
