/* Stands in for files that other simulators read: a page shows plans, and writes no such file. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include "analysis/goal_schedule.h"
#include "analysis/msccl_algorithm.h"
#include "base/error.h"

int schedule_print_goal(struct schedule *schedule, FILE *file)
{
	(void)schedule, (void)file;
	return why(EINVAL, "the page writes no GOAL: use the command");
}

int schedule_print_msccl(struct schedule *schedule, FILE *file)
{
	(void)schedule, (void)file;
	return why(EINVAL, "the page writes no algorithm of MSCCL: use the command");
}
