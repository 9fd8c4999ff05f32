/* Runs `grove simulate`, which computes the time of a schedule on a machine of links. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include "analysis/formulas/formula.h"
#include "analysis/lower_bound.h"
#include "analysis/draw/schedule_drawing.h"
#include "analysis/text/schedule_text.h"
#include "plan/model/simulator.h"
#include "tool/reports/schedule_report.h"
#include "tool/reports/formula_legend.h"
#include "tool/output/json_out.h"
#include "tool/arguments/request.h"
#include "tool/output/progress.h"
#include "tool/output/diagnostics.h"
#include "tool/arguments/plan_summary.h"
#include "tool/output/units.h"
#include "tool/output/wrap.h"

/* Plans with more pieces are counted, not simulated packet by packet. */
enum {
	MOST_SIMULATED = 1 << 23
};

/* The figures and times of a schedule on a machine. */
struct prediction {
	struct machine machine;
	struct schedule_report answer;
	struct simulation simulation; /* asynchronous: NAN if not known */
	double bound;
	const struct formula *formula; /* NULL: no formula is known */
	struct closed closed;
	struct best best; /* packet 0: not known */
};

/* Finds the closed form, if there is a closed form for such a message.
 * Returns 0, or -ENOMEM with why. */
static int find_formula(struct prediction *p, const struct schedule *s)
{
	struct binding binding = {
		.bytes = s->bytes, .element = s->element, .packet = s->packet_bytes
	};
	int error;

	/* The packets of a file need not be the packets of the algorithm that the file names. */
	p->formula = s->line_of ? NULL : formula_of(&s->problem);
	if (!p->formula)
		return 0;
	error = formula_time(p->formula, &s->problem, &binding, &p->machine, &p->closed);
	if (error) {
		p->formula = NULL;
		return error == -ENOMEM ? error : 0;
	}
	error = formula_best(p->formula, &s->problem, &binding, &p->machine, &p->best);
	if (error)
		p->best.packet = 0;
	return error == -ENOMEM ? error : 0;
}

static void write_formula(const struct prediction *p)
{
	if (!p->formula) {
		json_null("formula_s");
		json_null("formula");
		return;
	}
	if (p->closed.at_most) {
		json_null("formula_s");
		json_real("formula_at_most_s", p->closed.seconds);
	} else {
		json_real("formula_s", p->closed.seconds);
	}
	json_text("formula", p->formula->text);
	json_text("formula_citation", p->formula->citation);
	formula_legend_write(p->formula->text, p->answer.schedule);
	if (p->best.packet > 0) {
		json_real("formula_min_s", p->best.seconds);
		json_real("formula_best_packet", p->best.packet);
	}
}

/* Returns the time in the mode that the schedule was made for. */
static double time_of(const struct prediction *p)
{
	return p->answer.schedule->asynchronous ? p->simulation.asynchronous
						: p->simulation.synchronous;
}

static void write_prediction(const struct prediction *p)
{
	json_open(NULL, '{');
	schedule_report_write_problem(&p->answer);
	json_text("machine", p->machine.name);
	json_real("beta", p->machine.beta);
	json_real("tau", p->machine.tau);
	if (p->machine.internal) {
		json_size("internal_packet_bytes", p->machine.internal);
		json_real("internal_packet_beta", p->machine.again);
	}
	if (p->machine.serial > 0)
		json_real("port_overlap", 1 - p->machine.serial);
	json_real("time_s", time_of(p));
	json_real("time_async_s", p->simulation.asynchronous);
	json_real("time_sync_s", p->simulation.synchronous);
	schedule_report_write_figures(&p->answer);
	write_formula(p);
	json_real("bound_s", p->bound);
	json_bool("synchronous", !p->answer.schedule->asynchronous);
	json_close('}');
}

static void print_time(const char *name, double seconds, const char *text)
{
	int column = printf("  %-15s %11s  ", name, time_text(seconds));

	wrap_words(text, column, column);
	putchar('\n');
}

static void print_peculiarities(const struct prediction *p)
{
	const struct machine *machine = &p->machine;

	if (machine->internal)
		printf("  %s for each further %s of a packet\n", time_text(machine->again),
			size_text(machine->internal));
	if (machine->serial > 0)
		printf("  ports of a node overlap by %.0f %%%s\n", 100 * (1 - machine->serial),
			p->answer.schedule->problem.ports == ALL ? "" : "; a node uses one port");
}

static void print_prediction(const struct prediction *p)
{
	const struct machine *machine = &p->machine;
	double time = time_of(p);

	schedule_report_print_problem(&p->answer);
	printf("machine %s: %s for each packet, links of %s\n", machine->name,
		time_text(machine->beta),
		machine->tau > 0 ? rate_text(1 / machine->tau) : "any rate");
	print_peculiarities(p);
	putchar('\n');
	if (p->answer.schedule->asynchronous) {
		print_time(
			"time", time, "each packet as early as possible: made for no common steps");
		print_time("time, in steps", p->simulation.synchronous, "all nodes step together");
	} else {
		print_time("time", time, "all nodes step together");
		print_time("time, no steps", p->simulation.asynchronous,
			isnan(p->simulation.asynchronous)
				? "too many packets to follow; packets are only counted"
				: "each packet as early as possible");
	}
	if (p->formula)
		print_time(p->closed.at_most ? "formula at most" : "formula", p->closed.seconds,
			p->formula->text);
	if (p->formula && p->best.packet > 0)
		print_time("formula, least", p->best.seconds,
			short_text("T_min, at packets of B_opt = %s",
				size_text((uint64_t)(p->best.packet + 0.5))));
	if (p->formula)
		formula_legend_print(p->formula->text, p->answer.schedule);
	print_time("bound", p->bound,
		short_text("no schedule is faster: %s of the time",
			p->bound > 0 ? share_text(p->bound, time) : "all"));
	schedule_report_print_figures(&p->answer);
}

static int show(const struct options *options, struct prediction *p)
{
	const struct schedule *schedule = p->answer.schedule;
	int error = find_formula(p, schedule);

	if (error)
		return say_why(error);
	if (option_given(options, OPTION_BETA) || option_given(options, OPTION_TAU))
		p->machine.name = "as given";
	p->bound = problem_bound(&schedule->problem, schedule->bytes, &p->machine);
	if (options->form == FORM_SVG)
		return say_output(schedule_draw_times(
			schedule, &p->machine, p->bound, &options->look, stdout));
	if (options->form == FORM_JSON)
		write_prediction(p);
	else
		print_prediction(p);
	if (!option_given(options, OPTION_TEXT))
		return STATUS_DONE;
	putchar('\n');
	return say_output(schedule_draw_text(schedule, options->look.colour, stdout));
}

static int simulate(const struct options *options, const struct schedule *schedule)
{
	struct prediction p = { .machine = options->machine };
	int status = schedule_report_open(&p.answer, schedule), error;

	if (status != STATUS_DONE)
		return status;
	progress_stage("simulating");
	error = schedule_simulate(schedule, &p.machine, &p.simulation);
	if (error)
		return say_why(error);
	progress_output();
	return show(options, &p);
}

static int simulate_all(const struct options *options, struct request *request, bool drawn)
{
	int status = (drawn ? request_schedule : request_view)(request);

	if (status == STATUS_DONE && request->file)
		status = request_prove(request);
	if (status != STATUS_DONE)
		return status;
	if (option_given(options, OPTION_EXPLAIN))
		request_explain(request);
	return simulate(options, request->schedule);
}

/* Counts a plan with very many packets. */
static int simulate_large(const struct options *options, struct request *request)
{
	struct prediction p = { .machine = options->machine, .simulation.asynchronous = NAN };
	int status =
		plan_summary_counted(&p.answer, request, &p.machine, &p.simulation.synchronous);

	if (status != STATUS_DONE)
		return status;
	if (option_given(options, OPTION_EXPLAIN))
		request_explain(request);
	return show(options, &p);
}

int command_simulate(const struct options *options)
{
	bool drawn = option_given(options, OPTION_TEXT) || options->form == FORM_SVG;
	struct request request;
	double pieces;
	int status = explain_fits(options);

	if (option_given(options, OPTION_COLOUR) && !drawn)
		return refuse("--colour: only a drawing has colours; there: --svg, --text");
	if (option_given(options, OPTION_ROWS) && options->form != FORM_SVG)
		return refuse("--rows: only a picture has rows to choose; there: --svg");
	if (status == STATUS_DONE)
		status = request_planned(&request, &pieces, options);
	if (status != STATUS_DONE)
		return status;
	if (!drawn && !request.file && plan_summary_counts(&request, MOST_SIMULATED))
		status = simulate_large(options, &request);
	else
		status = simulate_all(options, &request, drawn);
	request_close(&request);
	return status;
}
