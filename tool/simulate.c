/* grove simulate: how long a schedule takes on a machine of links. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include "collectives/formula.h"
#include "plan/bound.h"
#include "plan/simulate.h"
#include "tool/answer.h"
#include "tool/json_out.h"
#include "tool/request.h"
#include "tool/say.h"
#include "tool/units.h"
#include "tool/wrap.h"

/* All that is said about a schedule on a machine. */
struct prediction {
	struct machine machine;
	struct answer answer;
	struct simulation simulation;
	double bound;
	const struct formula *formula; /* NULL: none is known */
	double formula_s;
};

static void find_formula(struct prediction *p, const struct schedule *s)
{
	double steps, volume;

	p->formula = formula_of(&s->problem);
	if (!p->formula ||
		formula_apply(p->formula, &s->problem, s->bytes, s->packet_bytes, &steps, &volume))
		p->formula = NULL;
	else
		p->formula_s = steps * p->machine.beta + volume * p->machine.tau;
}

static void write_formula(const struct prediction *p)
{
	if (!p->formula) {
		json_null("formula_s");
		json_null("formula");
		return;
	}
	json_real("formula_s", p->formula_s);
	json_text("formula", p->formula->text);
	json_text("formula_citation", p->formula->citation);
}

static void write_prediction(const struct prediction *p)
{
	json_open(NULL, '{');
	answer_write_problem(&p->answer);
	json_text("machine", p->machine.name);
	json_real("beta", p->machine.beta);
	json_real("tau", p->machine.tau);
	json_real("time_s", p->simulation.synchronous);
	json_real("time_async_s", p->simulation.asynchronous);
	answer_write_figures(&p->answer);
	write_formula(p);
	json_real("bound_s", p->bound);
	json_bool("synchronous", true);
	json_close('}');
	putchar('\n');
}

static void print_time(const char *name, double seconds, const char *text)
{
	char time[UNITS_TEXT];
	int column = printf("  %-15s %11s  ", name, time_text(time, seconds));

	wrap_words(text, column, column);
	putchar('\n');
}

static void print_prediction(const struct prediction *p)
{
	const struct machine *machine = &p->machine;
	char beta[UNITS_TEXT], rate[UNITS_TEXT], share[UNITS_TEXT], text[80];
	double time = p->simulation.synchronous;

	answer_print_problem(&p->answer);
	printf("machine %s: %s for each packet, links of %s\n\n", machine->name,
		time_text(beta, machine->beta),
		machine->tau > 0 ? rate_text(rate, 1 / machine->tau) : "any rate");
	print_time("time", time, "all nodes step together");
	print_time("time, no steps", p->simulation.asynchronous, "each packet as soon as it can");
	if (p->formula)
		print_time("formula", p->formula_s, p->formula->text);
	snprintf(text, sizeof text, "no schedule is faster: %s of the time",
		p->bound > 0 ? share_text(share, p->bound, time) : "all");
	print_time("bound", p->bound, text);
	answer_print_figures(&p->answer);
}

static int simulate(const struct options *options, const struct schedule *schedule)
{
	struct prediction p = { .machine = options->machine };
	int status = answer_open(&p.answer, schedule), error;

	if (status != STATUS_DONE)
		return status;
	if (option_given(options, OPTION_BETA) || option_given(options, OPTION_TAU))
		p.machine.name = "as given";
	p.bound = problem_bound(&schedule->problem, schedule->bytes, &p.machine);
	find_formula(&p, schedule);
	error = schedule_simulate(schedule, &p.machine, &p.simulation);
	if (error)
		return say_why(error);
	if (options->form == FORM_JSON)
		write_prediction(&p);
	else
		print_prediction(&p);
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
	status = explain_fits(options);
	if (status == STATUS_DONE)
		status = request_plan(&request, options);
	if (status == STATUS_DONE)
		status = request_view(&schedule, &request);
	if (status == STATUS_DONE) {
		if (option_given(options, OPTION_EXPLAIN))
			request_explain(&request);
		status = simulate(options, schedule);
		schedule_free(schedule);
	}
	request_close(&request);
	return status;
}
