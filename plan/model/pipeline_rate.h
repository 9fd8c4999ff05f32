/* The rate of a plan whose packets differ in size, found by simulating a round. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_MODEL_PIPELINE_RATE_H
#define PLAN_MODEL_PIPELINE_RATE_H

#include "plan/plan.h"

/* Finds the rate of a finalized plan with unequal parts or without steps; another plan needs none.
 * Returns 0, or -errno with why. */
int pipeline_rate_find(struct plan *plan);

#endif
