/* Reads the plan file that a command line names instead of collective, algorithm and network. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "plan/verify/verify_schedule.h"
#include "tool/arguments/collective_names.h"
#include "tool/arguments/plan_open.h"
#include "tool/arguments/request.h"
#include "tool/output/diagnostics.h"
#include "tool/output/progress.h"

enum {
	ON_THREADS = FOR_RUN | FOR_BENCH
};

/* A single word names a file, except a collective: `grove bench broadcast` is whole, and in front
 * of a forgotten word a collective stands as well. The only word of bench may have typing errors,
 * so a file of bench has a dot or a slash. */
static bool names_file(const char *word, const struct command *command)
{
	if (!strcmp(word, "-") || strpbrk(word, "./"))
		return true;
	return command->bit != FOR_BENCH && !collective_line_named(word);
}

const char *request_file(const struct options *options)
{
	if (options->plan)
		return options->plan;
	if (options->words == 1 && names_file(options->word[0], options->command))
		return options->word[0];
	return NULL;
}

int request_file_fits(const struct options *options)
{
	unsigned command = options->command->bit;
	bool timed =
		command & (FOR_SIMULATE | FOR_EXPLORE | ON_THREADS) || options->form == FORM_TRACE;
	const char *own = "a plan from a file says this itself";
	int status = options_refuse(options, OPTION_ROOT, OPTION_PERMUTATION, own);

	if (status == STATUS_DONE)
		status = options_refuse(options, OPTION_EXPLAIN, OPTION_FACTOR, own);
	if (status == STATUS_DONE && !(command & ON_THREADS))
		status = options_refuse(options, OPTION_TYPE, OPTION_FOLD,
			"a plan from a file does not depend on it; run and bench do");
	if (status == STATUS_DONE && !timed)
		status = options_refuse(options, OPTION_MACHINE, OPTION_TAU,
			"no times are asked for; grove simulate FILE and grove plan FILE --trace "
			"compute times");
	if (status == STATUS_DONE && options->plan && options->words)
		return refuse("--plan %s and '%s': the file says what to %s", options->plan,
			options->word[0], options->command->name);
	return status;
}

int request_read(struct request *request, const struct options *options)
{
	int status = request_file_fits(options), error;

	*request = (struct request){ .file = request_file(options), .element = 1 };
	if (status != STATUS_DONE)
		return status;
	progress_stage("reading");
	error = schedule_open(&request->schedule, request->file);
	if (error) {
		request->schedule = NULL;
		return say_why(error);
	}
	request->problem = request->schedule->problem;
	request->problem.permutation = NULL; /* the schedule owns it */
	request->bytes = request->schedule->bytes;
	return STATUS_DONE;
}

int request_prove(const struct request *request)
{
	struct verdict verdict;
	int error;

	progress_stage("verifying");
	error = schedule_verify(request->schedule, &verdict);
	if (error)
		return say_why(error);
	if (verdict.ok)
		return STATUS_DONE;
	return verdict.line ? say(STATUS_FAILED, "%s: line %d: %s: %s", request->file, verdict.line,
				      rule_name(verdict.rule), verdict.text)
			    : say(STATUS_FAILED, "%s: %s: %s", request->file,
				      rule_name(verdict.rule), verdict.text);
}

int request_crosses_links(const struct request *request)
{
	const struct schedule *s = request->schedule;

	for (size_t i = 0; i < s->packets; i++)
		if (s->packet[i].port >= s->problem.net.ports)
			return say(STATUS_FAILED,
				"%s: line %u: %s has no link from %d to %d to be drawn",
				request->file, s->line_of[i], s->problem.net.name,
				s->packet[i].from, s->packet[i].to);
	return STATUS_DONE;
}
