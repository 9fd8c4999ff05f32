/* Indexes the packets of a schedule by node, for programs of many nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_LISTS_SCHEDULE_INDEX_H
#define PLAN_LISTS_SCHEDULE_INDEX_H

#include "plan/schedule.h"

/* Makes the index that schedule_tape uses if present. Call after the last change of the schedule.
 * Returns 0 or -ENOMEM with why. */
int schedule_index(struct schedule *schedule);

#endif
