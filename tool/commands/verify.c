/* Runs `grove verify`, which proves a plan right or names the broken rule. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "base/error.h"
#include "plan/verify/verify_schedule.h"
#include "tool/output/schedule_report.h"
#include "tool/arguments/plan_input.h"
#include "tool/output/json_out.h"
#include "tool/output/lowered_check.h"
#include "tool/output/progress.h"
#include "tool/arguments/request.h"
#include "tool/output/diagnostics.h"
#include "tool/arguments/plan_summary.h"

/* The most pieces of a plan that is listed to be verified, in some tenths of a second. */
enum {
	MOST_WRITTEN_OUT = 1 << 17
};

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

/* Reports a wrong plan. The verdict is the answer, so it goes to standard output. A file that
 * cannot be parsed is also wrong usage. */
static int tell_wrong(const struct options *options, const struct verdict *verdict)
{
	bool format = verdict->rule == RULE_FORMAT;

	progress_output();
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

/* Prints the proof of a plan whose packets were not listed. plan/verify/finalize.c explains why
 * the proof is sufficient. */
static void print_proof(const struct plan *plan, double pieces)
{
	printf("right: proved from the plan's %zu hops; the plan's %.4g pieces were not written "
	       "out.\n",
		plan->hops, pieces);
	if (plan->symmetric)
		puts("  Each piece of node 0's block reaches all its destinations; the other "
		     "nodes\n"
		     "  do the same, translated. A step of all nodes keeps to ports and duplex.");
	else if (plan->pipelined)
		puts("  Each piece of a round reaches all its destinations; rounds are shifts of "
		     "one\n"
		     "  another. A turn with all its stages keeps to links, ports and duplex.");
	else
		puts("  Each piece reaches all its destinations; steps keep to ports and duplex.");
	puts("  Each node's program is proved, when made, to overwrite no lent bytes.");
}

static void write_proof(const struct plan *plan)
{
	json_text("proof", plan ? "hops" : "packets");
	if (plan)
		json_size("proof_hops", plan->hops);
}

/* Reports a right plan. `plan` is the plan that was proved instead of its packets; NULL: the
 * packets were verified. */
static int tell_right(const struct options *options, const struct schedule_report *answer,
	const struct plan *plan, double pieces)
{
	if (options->form == FORM_JSON) {
		json_open(NULL, '{');
		json_bool("ok", true);
		write_proof(plan);
		schedule_report_write_problem(answer);
		schedule_report_write_figures(answer);
		json_close('}');
		putchar('\n');
		return STATUS_DONE;
	}
	schedule_report_print_problem(answer);
	if (plan)
		print_proof(plan, pieces);
	else
		puts("right: every link exists and carries one packet at a time, every byte "
		     "arrives");
	schedule_report_print_figures(answer);
	return STATUS_DONE;
}

static int tell_schedule_right(const struct options *options, const struct schedule *schedule)
{
	struct schedule_report answer;
	int status = schedule_report_open(&answer, schedule);

	return status == STATUS_DONE ? tell_right(options, &answer, NULL, 0) : status;
}

static int judge(const struct options *options, struct schedule *schedule)
{
	struct verdict verdict = { .ok = true };
	int error;

	progress_stage("verifying");
	error = schedule_verify(schedule, &verdict);
	if (!error && verdict.ok)
		error = schedule_run_lowered(schedule, &verdict);
	if (error)
		return say_why(error);
	return verdict.ok ? tell_schedule_right(options, schedule) : tell_wrong(options, &verdict);
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
	progress_stage("reading");
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

/* Reports a plan with too many pieces to be listed. The plan has been finalized, which is a proof.
 * Smaller plans are listed, too, and verified as if they came from a file. */
static int verify_finalized(
	const struct options *options, const struct request *request, double pieces)
{
	struct schedule *schedule;
	struct schedule_report answer;
	int status = plan_summary_open(&answer, &schedule, request, &options->machine);

	if (status != STATUS_DONE)
		return status;
	status = tell_right(options, &answer, request->plan, pieces);
	schedule_free(schedule);
	return status;
}

static int verify_written_out(const struct options *options, const struct request *request)
{
	struct schedule *schedule;
	int status = request_schedule(&schedule, request);

	if (status != STATUS_DONE)
		return status;
	status = judge(options, schedule);
	schedule_free(schedule);
	return status;
}

static int verify_request(const struct options *options)
{
	struct request request;
	double pieces;
	int status = request_planned(&request, &pieces, options);

	if (status != STATUS_DONE)
		return status;
	status = pieces > MOST_WRITTEN_OUT ? verify_finalized(options, &request, pieces)
					   : verify_written_out(options, &request);
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
