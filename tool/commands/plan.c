/* Runs `grove plan`, which prints a schedule with every packet on every link. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include "analysis/draw/schedule_drawing.h"
#include "analysis/text/schedule_text.h"
#include "analysis/goal_schedule.h"
#include "analysis/msccl/msccl_algorithm.h"
#include "plan/format/plan_file.h"
#include "plan/format/plan_json.h"
#include "plan/format/plan_text.h"
#include "tool/output/progress.h"
#include "tool/arguments/request.h"
#include "tool/output/diagnostics.h"
#include "tool/arguments/plan_summary.h"

static int print_schedule(struct schedule *schedule, const struct options *options)
{
	switch (options->form) {
	case FORM_JSON:
		return schedule_print_json(schedule, stdout);
	case FORM_SVG:
		return schedule_draw_svg(schedule, &options->look, stdout);
	case FORM_MOVING:
		return schedule_draw_moving(schedule, &options->look, stdout);
	case FORM_HOLDS:
		return schedule_draw_holdings(schedule, stdout);
	case FORM_HOLDS_JSON:
		return schedule_print_holdings(schedule, stdout);
	case FORM_TRACE:
		return schedule_draw_trace(schedule, &options->machine, stdout);
	case FORM_GOAL:
		return schedule_print_goal(schedule, stdout);
	case FORM_MSCCL:
		return schedule_print_msccl(schedule, stdout);
	default:
		return schedule_print(schedule, stdout);
	}
}

/* Checks the schedule of a file as far as the form asks: a list shows any plan, right or wrong. */
static int check_drawn(const struct request *request, enum form form)
{
	if (!request->file)
		return STATUS_DONE;
	switch (form) {
	case FORM_TRACE:
	case FORM_GOAL:
	case FORM_MSCCL:
		return request_prove(request);
	case FORM_SVG:
	case FORM_MOVING:
		return request_crosses_links(request);
	default:
		return STATUS_DONE;
	}
}

static int list(const struct options *options, struct request *request)
{
	int status = request_schedule(request);

	if (status == STATUS_DONE)
		status = check_drawn(request, options->form);
	if (status != STATUS_DONE)
		return status;
	progress_output();
	return say_output(print_schedule(request->schedule, options));
}

/* Prints the figures of a plan that is too large for a list. */
static int summarize(const struct options *options, struct request *request, double pieces)
{
	struct schedule_report answer;
	int status = plan_summary_open(&answer, request, &options->machine);

	if (status != STATUS_DONE)
		return status;
	progress_output();
	printf("# %.4g pieces are not listed, which is more than a plan file may have (%d)\n",
		pieces, FILE_RANGES);
	schedule_report_print_problem(&answer);
	schedule_report_print_figures(&answer);
	return STATUS_DONE;
}

int command_plan(const struct options *options)
{
	bool form = option_given(options, OPTION_TEXT) || options->form != FORM_TEXT;
	struct request request;
	double pieces;
	int status;

	if (option_given(options, OPTION_COLOUR) && options->form != FORM_SVG &&
		options->form != FORM_MOVING)
		return refuse("--colour: only a drawing has colours; there: --svg, --moving");
	if (option_given(options, OPTION_ROWS) && options->form != FORM_SVG)
		return refuse("--rows: only a picture has rows to choose; there: --svg");
	if (option_given(options, OPTION_STEP) && options->form != FORM_MOVING)
		return refuse(
			"--step: only a picture of the network shows a step; there: --moving");
	status = request_planned(&request, &pieces, options);
	if (status != STATUS_DONE)
		return status;
	status = !form && pieces > FILE_RANGES ? summarize(options, &request, pieces)
					       : list(options, &request);
	request_close(&request);
	return status;
}
