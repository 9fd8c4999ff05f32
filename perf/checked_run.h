/* Runs a plan once on the threads of a team, and checks every byte. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_CHECKED_RUN_H
#define PERF_CHECKED_RUN_H

#include "perf/timing/run_result.h"
#include "runtime/wire/native_verdict.h"

/* Runs the plan with blocks of that many bytes. Returns 0, also when the check failed, or -EINVAL,
 * -ENOMEM or -ETIMEDOUT with why. */
int run_plan(struct run_result *result, const struct run_options *options,
	const struct grove_plan *plan, size_t bytes);

/* Lets the verb of the plan's collective try its ways, on the processes of a group. Returns 0 or
 * -errno with why. */
int run_ways(struct native_verdict *verdict, const struct run_options *options,
	const struct grove_plan *plan, size_t bytes);

#endif
