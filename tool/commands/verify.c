/* Runs `grove verify`, which proves a plan right or names the broken rules. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "analysis/deadlock.h"
#include "base/error.h"
#include "plan/verify/verify_schedule.h"
#include "tool/reports/schedule_report.h"
#include "tool/arguments/plan_open.h"
#include "tool/output/json_out.h"
#include "tool/reports/plan_notes.h"
#include "tool/output/progress.h"
#include "tool/arguments/request.h"
#include "tool/output/diagnostics.h"
#include "tool/arguments/plan_summary.h"

enum {
	MOST_WRITTEN_OUT =
		1 << 17,      /* pieces that are listed to be verified, in tenths of a second */
	MOST_VIOLATIONS = 100 /* that are shown */
};

static void write_line(const char *name, int line)
{
	if (line)
		json_whole(name, line);
	else
		json_null(name);
}

static void write_violation(const struct verdict *violation)
{
	json_text("rule", rule_name(violation->rule));
	json_whole("step", violation->step);
	json_whole("from", violation->from);
	json_whole("to", violation->to);
	json_text("text", violation->text);
	write_line("line", violation->line);
	write_line("other_line", violation->other_line);
}

/* Writes the first violation as the verdict, and then all violations. */
static void write_violations(const struct judgement *judgement)
{
	json_open(NULL, '{');
	json_bool("ok", false);
	write_violation(&judgement->violation[0]);
	json_size("violations_found", judgement->found);
	json_bool("violations_unfinished", judgement->unfinished);
	json_open("violations", '[');
	for (size_t i = 0; i < judgement->found && i < judgement->most; i++) {
		json_row();
		write_violation(&judgement->violation[i]);
		json_close('}');
	}
	json_close(']');
	json_close('}');
}

/* Prints where a violation stands in the file, if its packets have lines. */
static void print_lines(int line, int other)
{
	if (line && other)
		printf(" (lines %d and %d)", line < other ? line : other,
			line < other ? other : line);
	else if (line)
		printf(" (line %d)", line);
}

static void print_violations(const struct judgement *judgement)
{
	for (size_t i = 0; i < judgement->found && i < judgement->most; i++) {
		const struct verdict *v = &judgement->violation[i];

		printf("wrong: %s: %s", rule_name(v->rule), v->text);
		print_lines(v->line, v->other_line);
		putchar('\n');
	}
	if (judgement->found > judgement->most)
		printf("and %s%zu more\n", judgement->unfinished ? "at least " : "",
			judgement->found - judgement->most);
}

/* Reports a wrong plan. The verdict is the answer, so it goes to standard output. A file that
 * cannot be parsed is also wrong usage. */
static int tell_wrong(const struct options *options, const struct judgement *judgement)
{
	const struct verdict *first = &judgement->violation[0];
	bool format = first->rule == RULE_FORMAT;

	progress_output();
	if (options->form == FORM_JSON)
		write_violations(judgement);
	else if (!format)
		print_violations(judgement);
	return format ? refuse("%s", first->text) : STATUS_FAILED;
}

/* Prints the proof of a plan whose packets were not listed. plan/verify/finalize.c explains why
 * the proof is sufficient. */
static void print_proof(const struct plan *plan, double pieces)
{
	printf("right: proved from the plan's %zu hops, without a list of its %.0f pieces.\n",
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

/* Reports a plan that is right: `plan` was proved instead of its packets, or the packets were
 * verified (NULL), about which there are notes. */
static void tell_right(const struct options *options, const struct schedule_report *answer,
	const struct plan *plan, double pieces, const struct plan_notes *notes)
{
	if (options->form == FORM_JSON) {
		json_open(NULL, '{');
		json_bool("ok", true);
		write_proof(plan);
		if (notes)
			plan_notes_write(notes);
		schedule_report_write_problem(answer);
		schedule_report_write_figures(answer);
		json_close('}');
		return;
	}
	schedule_report_print_problem(answer);
	if (plan)
		print_proof(plan, pieces);
	else
		puts("right: every link exists and carries one packet at a time, every byte "
		     "arrives");
	schedule_report_print_figures(answer);
	if (notes)
		plan_notes_print(notes);
}

static int tell_schedule_right(const struct options *options, const struct schedule *schedule,
	const struct redundancy *redundant)
{
	struct schedule_report answer;
	struct plan_notes notes;
	int status = schedule_report_open(&answer, schedule), error;

	if (status != STATUS_DONE)
		return status;
	error = plan_notes_find(&notes, schedule, redundant);
	if (error)
		return say_why(error);
	tell_right(options, &answer, NULL, 0, &notes);
	return STATUS_DONE;
}

static int judge(const struct options *options, struct schedule *schedule)
{
	struct verdict violation[MOST_VIOLATIONS], lowered = { .ok = true };
	struct judgement judgement = {
		.all = true, .most = MOST_VIOLATIONS, .violation = violation, .follow = true
	};
	int error;

	progress_stage("verifying");
	error = schedule_judge(schedule, &judgement);
	if (!error && !judgement.found)
		error = schedule_run_lowered(schedule, &lowered);
	if (error)
		return say_why(error);
	if (!lowered.ok)
		judgement = (struct judgement){ .most = 1, .violation = &lowered, .found = 1 };
	return judgement.found ? tell_wrong(options, &judgement)
			       : tell_schedule_right(options, schedule, &judgement.redundant);
}

static int verify_file(const struct options *options)
{
	struct verdict verdict = { .rule = RULE_FORMAT, .step = -1, .from = -1, .to = -1 };
	struct judgement judgement = { .most = 1, .violation = &verdict, .found = 1 };
	struct schedule *schedule;
	int status = request_file_fits(options), error;

	if (status != STATUS_DONE)
		return status;
	progress_stage("reading");
	error = schedule_open(&schedule, options->word[0]);
	if (error == -EINVAL) {
		snprintf(verdict.text, sizeof verdict.text, "%s", why_text());
		return tell_wrong(options, &judgement);
	}
	if (error)
		return say_why(error);
	status = judge(options, schedule);
	schedule_free(schedule);
	return status;
}

/* Reports a plan with too many pieces to be listed. The plan has been finalized, which is a proof.
 * Smaller plans are listed, too, and verified as if they came from a file. */
static int verify_finalized(const struct options *options, struct request *request, double pieces)
{
	struct schedule_report answer;
	int status = plan_summary_open(&answer, request, &options->machine);

	if (status == STATUS_DONE)
		tell_right(options, &answer, request->plan, pieces, NULL);
	return status;
}

static int verify_written_out(const struct options *options, struct request *request)
{
	int status = request_schedule(request);

	return status == STATUS_DONE ? judge(options, request->schedule) : status;
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
	return verify_request(options);
}
