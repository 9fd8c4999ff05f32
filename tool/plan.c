/* grove plan: a schedule, with every packet on every link. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include "plan/draw.h"
#include "plan/json.h"
#include "plan/text.h"
#include "tool/request.h"
#include "tool/say.h"

static int print_schedule(const struct schedule *schedule, const struct options *options)
{
	switch (options->form) {
	case FORM_JSON:
		return schedule_print_json(schedule, stdout);
	case FORM_SVG:
		return schedule_draw_svg(schedule, stdout);
	case FORM_TRACE:
		return schedule_draw_trace(schedule, &options->machine, stdout);
	default:
		return schedule_print(schedule, stdout);
	}
}

int command_plan(const struct options *options)
{
	struct schedule *schedule;
	struct request request;
	int status = request_open(
		&request, options, options->word[0], options->word[1], options->word[2]);

	if (status != STATUS_DONE)
		return status;
	status = request_plan(&request, options);
	if (status == STATUS_DONE)
		status = request_schedule(&schedule, &request);
	if (status == STATUS_DONE) {
		status = say_output(print_schedule(schedule, options));
		schedule_free(schedule);
	}
	request_close(&request);
	return status;
}
