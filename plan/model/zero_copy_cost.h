/* By reference or by copy: which of the two takes less time for a plan on threads. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_MODEL_ZERO_COPY_COST_H
#define PLAN_MODEL_ZERO_COPY_COST_H

#include "plan/model/estimate.h"

/* Whether packets of blocks of that many bytes had better carry word of blocks than the blocks themselves
 * (reference.c). The same for all nodes. False where it cannot be done. */
bool zero_copy_pays(const struct plan *plan, size_t bytes, const struct rates *rates);

/* Seconds that reference costs more than packets without bytes: its meeting. */
double zero_copy_meeting(const struct problem *problem, const struct rates *rates);

/* Blocks that node v reads at the end, by reference. */
int zero_copy_reads(const struct problem *problem, int v);

#endif
