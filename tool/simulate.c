/* grove simulate: how long a schedule takes on a machine of links. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include "plan/bound.h"
#include "plan/simulate.h"
#include "tool/answer.h"
#include "tool/json_out.h"
#include "tool/request.h"
#include "tool/say.h"
#include "tool/units.h"

static void write_answer(const struct answer *answer, const struct machine *machine,
	const struct simulation *simulation, double bound)
{
	json_open(NULL, '{');
	answer_write_problem(answer);
	json_text("machine", machine->name);
	json_real("beta", machine->beta);
	json_real("tau", machine->tau);
	json_real("time_s", simulation->synchronous);
	json_real("time_async_s", simulation->asynchronous);
	answer_write_figures(answer);
	json_null("formula_s");
	json_null("formula");
	json_real("bound_s", bound);
	json_bool("synchronous", true);
	json_close('}');
	putchar('\n');
}

static void print_time(const char *name, double seconds, const char *text)
{
	char time[UNITS_TEXT];

	printf("  %-15s %11s  %s\n", name, time_text(time, seconds), text);
}

static void print_answer(const struct answer *answer, const struct machine *machine,
	const struct simulation *simulation, double bound)
{
	char beta[UNITS_TEXT], rate[UNITS_TEXT], share[UNITS_TEXT], text[80];

	answer_print_problem(answer);
	printf("machine %s: %s for each packet, links of %s\n\n", machine->name,
		time_text(beta, machine->beta),
		machine->tau > 0 ? rate_text(rate, 1 / machine->tau) : "any rate");
	print_time("time", simulation->synchronous, "all nodes step together");
	print_time("time, no steps", simulation->asynchronous, "each packet as soon as it can");
	snprintf(text, sizeof text, "no schedule is faster: %s of the time",
		bound > 0 ? share_text(share, bound, simulation->synchronous) : "all");
	print_time("bound", bound, text);
	answer_print_figures(answer);
}

static int simulate(const struct options *options, const struct schedule *schedule)
{
	struct machine machine = options->machine;
	struct simulation simulation;
	struct answer answer;
	double bound = problem_bound(&schedule->problem, schedule->bytes, &machine);
	int status = answer_open(&answer, schedule), error;

	if (status != STATUS_DONE)
		return status;
	error = schedule_simulate(schedule, &machine, &simulation);
	if (error)
		return say_why(error);
	if (option_given(options, OPTION_BETA) || option_given(options, OPTION_TAU))
		machine.name = "as given";
	if (options->form == FORM_JSON)
		write_answer(&answer, &machine, &simulation, bound);
	else
		print_answer(&answer, &machine, &simulation, bound);
	return STATUS_DONE;
}

int command_simulate(const struct options *options)
{
	struct schedule *schedule;
	struct request request;
	int status = request_open(
		&request, options, options->word[0], options->word[1], options->word[2]);

	if (status != STATUS_DONE)
		return status;
	status = request_plan(&request, options);
	if (status == STATUS_DONE)
		status = request_view(&schedule, &request);
	if (status == STATUS_DONE) {
		if (option_given(options, OPTION_EXPLAIN) && options->form == FORM_TEXT)
			request_explain(&request);
		status = simulate(options, schedule);
		schedule_free(schedule);
	}
	request_close(&request);
	return status;
}
