/* Answers about a schedule: what it is, and its figures, for people and for programs. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_OUTPUT_SCHEDULE_REPORT_H
#define TOOL_OUTPUT_SCHEDULE_REPORT_H

#include "plan/schedule.h"
#include "analysis/survival.h"

/* A schedule with all that is counted of it. */
struct schedule_report {
	const struct schedule *schedule;
	struct figures figures;
	struct survival survival;
};

/* An exit status; a refusal has been said. */
int schedule_report_open(struct schedule_report *answer, const struct schedule *schedule);

/* The same of a schedule whose packets were only counted. */
void schedule_report_counted(
	struct schedule_report *answer, const struct schedule *schedule, const struct figures *figures);

/* The members of a JSON object: the problem, then the figures. */
void schedule_report_write_problem(const struct schedule_report *answer);
void schedule_report_write_figures(const struct schedule_report *answer);

/* "broadcast nesbt cube:3, root 0", and a line with its sizes; limit: of packets, 0: none. */
void problem_print(const struct problem *problem, size_t bytes, size_t limit);

void schedule_report_print_problem(const struct schedule_report *answer);
void schedule_report_print_figures(const struct schedule_report *answer);

#endif
