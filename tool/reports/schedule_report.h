/* Reports the problem of a schedule and its figures, for people and for programs. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_REPORTS_SCHEDULE_REPORT_H
#define TOOL_REPORTS_SCHEDULE_REPORT_H

#include "grove.h"
#include "plan/schedule.h"
#include "analysis/survival.h"

/* A schedule with its figures. */
struct schedule_report {
	const struct schedule *schedule;
	struct figures figures;
	struct survival survival;
};

/* Computes the figures. Prints any refusal. Returns an exit status. */
int schedule_report_open(struct schedule_report *answer, const struct schedule *schedule);

/* Makes the report of a schedule whose packets were only counted. */
void schedule_report_counted(struct schedule_report *answer, const struct schedule *schedule,
	const struct figures *figures);

/* Write the members of a JSON object: of the problem, and of the figures. */
void schedule_report_write_problem(const struct schedule_report *answer);
void schedule_report_write_figures(const struct schedule_report *answer);

/* Writes the members `type` and `fold` if the collective folds. A fold of NULL is the sum. */
void folding_write(enum collective collective, int type, const struct grove_fold *fold);

/* Prints "broadcast nesbt cube:3, root 0", and a line with the sizes. `limit` is the
 * limit of packets; 0: none. */
void problem_print(const struct problem *problem, size_t bytes, size_t limit);

/* Prints a line: a name, a value and what it means. */
void fact_print(const char *name, const char *value, const char *text);

void schedule_report_print_problem(const struct schedule_report *answer);
void schedule_report_print_figures(const struct schedule_report *answer);

#endif
