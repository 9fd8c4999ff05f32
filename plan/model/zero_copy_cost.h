/* Zero-copy cost decides if a plan on threads takes less time with zero-copy or by copies. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_MODEL_ZERO_COPY_COST_H
#define PLAN_MODEL_ZERO_COPY_COST_H

#include "plan/model/estimate.h"

/* Returns true if zero-copy forwarding (plan/program/lower_zero_copy.c) takes less time than copies
 * at every hop, for blocks of that many bytes. The answer is the same at all nodes. Returns false
 * if zero-copy is impossible. */
bool zero_copy_pays(const struct plan *plan, size_t bytes, const struct rates *rates);

/* Returns the seconds of the meeting, which zero-copy needs in addition to the empty packets. */
double zero_copy_meeting(const struct problem *problem, const struct rates *rates);

/* Returns true if a plan is forwarded by reference: as the rates say, or where that pays. */
bool zero_copy_used(const struct plan *plan, size_t bytes, const struct rates *rates);

#endif
