/* Makes a plan that runs the schedule of a file. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_FILE_PLAN_H
#define PERF_FILE_PLAN_H

#include "library/library_internal.h"

/* Verifies the schedule and makes a plan, which then owns the schedule. Returns 0; -EINVAL with the
 * broken rule as why, or -ENOMEM. After an error the caller still owns the schedule. */
int plan_of_schedule(struct grove_plan **plan, struct schedule *schedule, enum grove_type type,
	const struct grove_fold *fold);

#endif
