/* Sums: what a plan amounts to, without writing out its packets for all nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_ARGUMENTS_PLAN_SUMMARY_H
#define TOOL_ARGUMENTS_PLAN_SUMMARY_H

#include "tool/output/schedule_report.h"
#include "tool/arguments/request.h"

/* Whether the plan has more than so many pieces and can be counted round by round (plan/model/pipeline_metrics.h). */
bool plan_summary_counts(const struct request *request, double most);

/* The answer of such a plan, about a schedule without packets that is the caller's to free, and the
 * time in which all nodes step together. An exit status; a refusal has been said. */
int plan_summary_counted(struct schedule_report *answer, struct schedule **schedule, const struct request *request,
	const struct machine *machine, double *synchronous);

/* The answer of any plan that fits in memory: counted where that can be, else of the packets of one
 * node where they stand for all. An exit status; a refusal has been said. */
int plan_summary_open(struct schedule_report *answer, struct schedule **schedule, const struct request *request,
	const struct machine *machine);

#endif
