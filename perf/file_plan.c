/* Makes a plan that runs the schedule of a file. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include "plan/schedule_index.h"
#include "base/error.h"
#include "perf/file_plan.h"
#include "plan/verify/verify_schedule.h"

int plan_of_schedule(struct grove_plan **plan, struct schedule *schedule, enum grove_type type,
	const struct grove_fold *fold)
{
	struct verdict verdict;
	int error = schedule_verify(schedule, &verdict);

	if (!error && !verdict.ok)
		error = why(EINVAL, "%s: %s", rule_name(verdict.rule), verdict.text);
	if (!error && !schedule->first_of)
		error = schedule_index(schedule);
	if (!error)
		error = plan_begin(plan, &schedule->problem, type, fold);
	if (error)
		return error;
	(*plan)->schedule = schedule;
	(*plan)->hash = plan_agreement(*plan);
	return 0;
}
