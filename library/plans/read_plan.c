/* Reads plans that applications hold as text or JSON, and tells what is wrong with these. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/error.h"
#include "base/surroundings.h"
#include "library/library_internal.h"
#include "library/sized_struct.h"
#include "plan/format/plan_input.h"
#include "plan/tape.h"
#include "plan/verify/verify_schedule.h"
#include "plan/schedule.h"

enum {
	MOST_REFUSALS = 100 /* as many as `grove verify` shows */
};

int plan_of_schedule(struct grove_plan **plan, struct schedule *schedule, int type,
	const struct grove_fold *fold)
{
	struct verdict verdict;
	char place[32] = "";
	int error = schedule_verify(schedule, &verdict);

	if (!error && verdict.line)
		snprintf(place, sizeof place, "line %d: ", verdict.line);
	if (!error && !verdict.ok)
		error = why(EINVAL, "%s%s: %s", place, rule_name(verdict.rule), verdict.text);
	if (!error && !schedule->first_of)
		error = schedule_index(schedule);
	if (!error)
		error = plan_begin(plan, &schedule->problem, type, fold);
	if (!error && (*plan)->problem.collective != schedule->problem.collective) {
		grove_plan_free(*plan);
		*plan = NULL;
		error = why(EINVAL,
			"a plan of %s does not fold in the bracket of the nodes; a plan of %s does",
			collective_name(schedule->problem.collective),
			collective_name(collective_in_order(schedule->problem.collective)));
	}
	if (error)
		return error;
	(*plan)->schedule = schedule;
	(*plan)->hash = plan_agreement(*plan);
	plan_entitle(*plan);
	return 0;
}

/* Checks before any node runs that the type's elements are whole in each packet, so that no team is
 * aborted by such a plan. */
static int check_elements(const struct grove_plan *plan)
{
	size_t bytes = plan->schedule->bytes, element = plan->folding.element;
	struct tape tape = { 0 };
	int error = 0;

	if (element <= 1)
		return 0;
	if (bytes % element)
		return why(EINVAL, "%zu bytes are not a multiple of an element of %zu", bytes,
			element);
	for (int v = 0; v < plan->problem.net.nodes && !error; v++) {
		error = schedule_tape(&tape, plan->schedule, v);
		if (!error)
			error = tape_check_elements(&tape, plan);
	}
	tape_free(&tape);
	return error;
}

/* Owns the schedule from the beginning, and frees the schedule after an error. */
static int wrap(struct grove_plan **plan, struct schedule *schedule,
	const struct grove_plan_options *options)
{
	enum forward forward;
	int error = forward_asked(&forward, options->forward, schedule->problem.collective, false);

	if (!error)
		error = plan_of_schedule(plan, schedule, options->type, options->fold);
	if (error) {
		schedule_free(schedule);
		return error;
	}
	(*plan)->forward = forward;
	error = check_elements(*plan);
	if (!error && options->matrix)
		error = plan_transpose(*plan, options->matrix);
	if (error) {
		grove_plan_free(*plan);
		*plan = NULL;
	}
	return error;
}

static int read_plan(struct grove_plan **plan, const char *text, size_t length,
	const struct grove_plan_options *options)
{
	PLAIN_SURROUNDINGS;
	struct grove_plan_options own = { 0 };
	struct schedule *schedule;
	int error = options ? sized_read(SIZED_PLAN_OPTIONS, &own, options) : 0;

	if (!error)
		error = plan_input_read(&schedule, text, length);
	if (!error)
		error = wrap(plan, schedule, &own);
	return error;
}

int grove_plan_read(struct grove_plan **plan, const char *text, size_t length,
	const struct grove_plan_options *options)
{
	if (plan)
		*plan = NULL;
	if (!plan || !text)
		return why(EINVAL, "grove_plan_read: the plan or the text are NULL");
	return why_answer(read_plan(plan, text, length, options));
}

/* ---- Refusals ---- */

static void tell(struct grove_refusal *refusal, const struct verdict *verdict)
{
	*refusal = (struct grove_refusal){ .line = verdict->line,
		.step = verdict->step,
		.from = verdict->from,
		.to = verdict->to };
	snprintf(refusal->rule, sizeof refusal->rule, "%s", rule_name(verdict->rule));
	snprintf(refusal->text, sizeof refusal->text, "%s", verdict->text);
}

/* A text that is not a plan is refused at its first fault: what follows cannot be understood. */
static void tell_format(struct grove_refusal *refusals, size_t *count)
{
	if (*count) {
		*refusals = (struct grove_refusal){ .step = -1, .from = -1, .to = -1 };
		snprintf(refusals->rule, sizeof refusals->rule, "%s", rule_name(RULE_FORMAT));
		snprintf(refusals->text, sizeof refusals->text, "%s", why_text());
	}
	*count = 1;
}

static int judge(const struct schedule *schedule, struct grove_refusal *refusals, size_t *count)
{
	size_t most = *count < MOST_REFUSALS ? *count : MOST_REFUSALS;
	struct verdict *violation = array_new(most, sizeof *violation);
	struct judgement judgement = { .all = true, .most = most, .violation = violation };
	int error = violation ? schedule_judge(schedule, &judgement)
			      : why(ENOMEM, "no memory for %zu refusals", most);

	for (size_t i = 0; !error && i < judgement.found && i < most; i++)
		tell(&refusals[i], &violation[i]);
	*count = error ? 0 : judgement.found;
	free(violation);
	return error;
}

static int find_refusals(
	const char *text, size_t length, struct grove_refusal *refusals, size_t *count)
{
	PLAIN_SURROUNDINGS;
	struct schedule *schedule;
	int error = plan_input_read(&schedule, text, length);

	if (error == -EINVAL) {
		tell_format(refusals, count);
		return 0;
	}
	if (error) {
		*count = 0;
		return error;
	}
	error = judge(schedule, refusals, count);
	schedule_free(schedule);
	return error;
}

int grove_plan_refusals(
	const char *text, size_t length, struct grove_refusal *refusals, size_t *count)
{
	if (!text || !count || (*count && !refusals)) {
		if (count)
			*count = 0;
		return why(EINVAL, "grove_plan_refusals: an argument is NULL");
	}
	return why_answer(find_refusals(text, length, refusals, count));
}
