/* grove plan: a schedule, with every packet on every link. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include "plan/json.h"
#include "plan/text.h"
#include "tool/request.h"
#include "tool/say.h"

static int print_schedule(const struct schedule *schedule, enum form form)
{
	int error;

	switch (form) {
	case FORM_JSON:
		error = schedule_print_json(schedule, stdout);
		break;
	case FORM_SVG:
	case FORM_TRACE:
		return refuse("--%s: drawings are not built yet; --text and --json are",
			form == FORM_SVG ? "svg" : "trace");
	default:
		error = schedule_print(schedule, stdout);
	}
	/* What could not be written, main says. */
	return error && !ferror(stdout) ? say_why(error) : STATUS_DONE;
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
		status = print_schedule(schedule, options->form);
		schedule_free(schedule);
	}
	request_close(&request);
	return status;
}
