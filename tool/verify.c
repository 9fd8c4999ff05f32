/* grove verify: proves a plan right, or names the rule that it breaks. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "base/why.h"
#include "plan/verify.h"
#include "tool/answer.h"
#include "tool/file.h"
#include "tool/json_out.h"
#include "tool/lowered.h"
#include "tool/request.h"
#include "tool/say.h"

static void write_verdict(const struct verdict *verdict)
{
	json_bool("ok", verdict->ok);
	if (verdict->ok)
		return;
	json_text("rule", rule_name(verdict->rule));
	json_whole("step", verdict->step);
	json_whole("from", verdict->from);
	json_whole("to", verdict->to);
	json_text("text", verdict->text);
}

/* The verdict is the answer, so it goes to standard output; a file that cannot be understood is
 * wrong usage as well. */
static int tell_wrong(const struct options *options, const struct verdict *verdict)
{
	bool format = verdict->rule == RULE_FORMAT;

	if (options->form == FORM_JSON) {
		json_open(NULL, '{');
		write_verdict(verdict);
		json_close('}');
		putchar('\n');
	} else if (!format) {
		printf("wrong: %s: %s\n", rule_name(verdict->rule), verdict->text);
	}
	return format ? refuse("%s", verdict->text) : STATUS_FAILED;
}

static int tell_right(const struct options *options, const struct schedule *schedule)
{
	struct answer answer;
	int status = answer_open(&answer, schedule);

	if (status != STATUS_DONE)
		return status;
	if (options->form == FORM_JSON) {
		json_open(NULL, '{');
		json_bool("ok", true);
		answer_write_problem(&answer);
		answer_write_figures(&answer);
		json_close('}');
		putchar('\n');
		return STATUS_DONE;
	}
	answer_print_problem(&answer);
	puts("right: every link is there and carries one packet at a time, every byte arrives");
	answer_print_figures(&answer);
	return STATUS_DONE;
}

static int judge(const struct options *options, struct schedule *schedule)
{
	struct verdict verdict = { .ok = true };
	int error = schedule_verify(schedule, &verdict);

	if (!error && verdict.ok)
		error = schedule_run_lowered(schedule, &verdict);
	if (error)
		return say_why(error);
	return verdict.ok ? tell_right(options, schedule) : tell_wrong(options, &verdict);
}

static int verify_file(const struct options *options)
{
	uint64_t json = (uint64_t)1 << OPTION_JSON;
	struct verdict verdict = { .rule = RULE_FORMAT, .step = -1, .from = -1, .to = -1 };
	struct schedule *schedule;
	int status = options_refuse(options, ~json, "a plan from a file says this itself");
	int error;

	if (status != STATUS_DONE)
		return status;
	error = schedule_open(&schedule, options->word[0]);
	if (error == -EINVAL) {
		snprintf(verdict.text, sizeof verdict.text, "%s", why_text());
		return tell_wrong(options, &verdict);
	}
	if (error)
		return say_why(error);
	status = judge(options, schedule);
	schedule_free(schedule);
	return status;
}

static int verify_request(const struct options *options)
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
		status = judge(options, schedule);
		schedule_free(schedule);
	}
	request_close(&request);
	return status;
}

int command_verify(const struct options *options)
{
	if (options->words == 1)
		return verify_file(options);
	if (options->words == 2)
		return refuse("too few words: grove verify %s", options->command->form);
	return verify_request(options);
}
