/* Plans that run from schedules of files. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_FILE_PLAN_H
#define PERF_FILE_PLAN_H

#include "library/library_internal.h"

/* A plan of the schedule, which is verified here, and then belongs to the plan. 0; -EINVAL with the rule that the
 * schedule breaks as why, or -ENOMEM: then the schedule is still the caller's. */
int plan_of_schedule(struct grove_plan **plan, struct schedule *schedule, enum grove_type type,
	const struct grove_fold *fold);

#endif
