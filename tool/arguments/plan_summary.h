/* Computes the figures of a plan without listing the packets of all nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_ARGUMENTS_PLAN_SUMMARY_H
#define TOOL_ARGUMENTS_PLAN_SUMMARY_H

#include "tool/reports/schedule_report.h"
#include "tool/arguments/request.h"

/* Returns true if the plan has more than `most` pieces and can be counted round by round
 * (plan/model/pipeline_metrics.h). */
bool plan_summary_counts(const struct request *request, double most);

/* Counts such a plan. Sets *answer, *synchronous to the time with all nodes in step, and the
 * request's schedule to a schedule without packets. Prints any refusal. Returns an exit status. */
int plan_summary_counted(struct schedule_report *answer, struct request *request,
	const struct machine *machine, double *synchronous);

/* Computes the figures of any plan that fits in memory: by counting if possible, else
 * from the packets of all nodes, or of node 0 if the plan is symmetric. Prints any
 * refusal. Returns an exit status. */
int plan_summary_open(
	struct schedule_report *answer, struct request *request, const struct machine *machine);

#endif
