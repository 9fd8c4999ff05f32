/* Answers about a schedule: what it is, and its figures, for people and for programs. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_ANSWER_H
#define TOOL_ANSWER_H

#include "plan/schedule.h"
#include "analysis/survival.h"

/* A schedule with all that is counted of it. */
struct answer {
	const struct schedule *schedule;
	struct figures figures;
	struct survival survival;
};

/* An exit status; a refusal has been said. */
int answer_open(struct answer *answer, const struct schedule *schedule);

/* The same of a schedule whose packets were only counted. */
void answer_counted(
	struct answer *answer, const struct schedule *schedule, const struct figures *figures);

/* The members of a JSON object: the problem, then the figures. */
void answer_write_problem(const struct answer *answer);
void answer_write_figures(const struct answer *answer);

/* "broadcast nesbt cube:3, root 0", and a line with its sizes; limit: of packets, 0: none. */
void problem_print(const struct problem *problem, size_t bytes, size_t limit);

void answer_print_problem(const struct answer *answer);
void answer_print_figures(const struct answer *answer);

#endif
