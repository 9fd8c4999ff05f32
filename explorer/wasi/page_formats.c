/* Stands in for the files of other programs, which a page of plans neither writes nor reads. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include "analysis/goal_schedule.h"
#include "analysis/msccl/msccl_algorithm.h"
#include "base/error.h"
#include "tool/arguments/msccl_reader.h"

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

int schedule_read_msccl(struct schedule **schedule, const char *text, size_t length)
{
	(void)schedule, (void)text, (void)length;
	return why(EINVAL, "the page reads no algorithm of MSCCL: use the command");
}
