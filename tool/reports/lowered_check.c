/* Lowers a schedule to the programs of its nodes, and runs the programs in an abstract model. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include "analysis/deadlock.h"
#include "base/error.h"
#include "plan/program/program.h"
#include "plan/schedule.h"
#include "tool/reports/lowered_check.h"

/* A ring has at least a slot. A program that ends with a slot for each link
 * ends with more slots, too. */
enum {
	CAPACITY = 1,
	INLINE_BYTES = 40
};

static int lower(struct program **program, const struct schedule *s, int v)
{
	struct binding binding = { s->bytes, s->element, s->packet_bytes, s->problem.root };
	struct lowering lowering = { .inline_bytes = INLINE_BYTES };
	struct tape tape = { 0 };
	int error = schedule_tape(&tape, s, v);

	if (!error)
		error = program_lower(program, &s->problem, &tape, &binding, &lowering, v);
	tape_free(&tape);
	return error;
}

int schedule_run_lowered(struct schedule *schedule, struct verdict *verdict)
{
	int nodes = schedule->problem.net.nodes, error = 0;
	struct program **programs = calloc((size_t)nodes, sizeof(struct program *));

	if (!programs)
		return why(ENOMEM, "no memory for the programs of %d nodes", nodes);
	if (!schedule->first_of)
		error = schedule_index(schedule);
	for (int v = 0; v < nodes && !error; v++)
		error = lower(&programs[v], schedule, v);
	if (error == -EINVAL) {
		*verdict =
			(struct verdict){ .rule = RULE_HAZARD, .step = -1, .from = -1, .to = -1 };
		snprintf(verdict->text, sizeof verdict->text, "%s", why_text());
		error = 0;
	} else if (!error) {
		error = deadlock_check(programs, &schedule->problem.net, CAPACITY, verdict);
	}
	for (int v = 0; v < nodes; v++)
		program_free(programs[v]);
	free(programs);
	return error;
}
