/* Runs `grove explore`, which writes a page that shows plans, changes plans and judges plans. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "plan/format/plan_input.h"
#include "plan/format/plan_json.h"
#include "plan/format/plan_text.h"
#include "base/error.h"
#include "tool/arguments/collective_names.h"
#include "tool/arguments/plan_open.h"
#include "tool/arguments/request.h"
#include "tool/commands/data_file.h"
#include "tool/output/diagnostics.h"
#include "tool/output/progress.h"

/* The page takes two plans, side by side. */
enum {
	MOST_PLANS = 2,
	NAME = 256
};

/* The line of the template in whose place the plans stand. */
static const char mark[] = "<!-- plans -->\n";

struct page_plan {
	char name[NAME];
	char *text;
	size_t length;
	bool made; /* the page can make the plan anew from the words of the command line: no file is read */
};

struct page_plans {
	struct page_plan plan[MOST_PLANS];
	int count;
};

/* ---- The plans ---- */

/* Writes a schedule as the text of a page's plan. */
static int take_schedule(struct page_plan *plan, const struct schedule *schedule)
{
	FILE *file = open_memstream(&plan->text, &plan->length);
	int error;

	if (!file)
		return say_why(-ENOMEM);
	error = schedule_print(schedule, file);
	if (fclose(file) && !error)
		error = -ENOMEM;
	return error ? say_why(error) : STATUS_DONE;
}

/* Takes a file as text, right or wrong: the page judges the text. The page edits text, so JSON is
 * read here. */
static int take_file(struct page_plan *plan, const char *name)
{
	struct schedule *schedule;
	size_t blanks;
	int status, error = plan_open_text(&plan->text, &plan->length, name);

	if (error)
		return say_why(error);
	snprintf(plan->name, NAME, "%s", strcmp(name, "-") ? name : "standard input");
	blanks = plan_input_blanks(plan->text, plan->length);
	if (plan->text[blanks] != '{')
		return STATUS_DONE;
	error = schedule_read_json(&schedule, plan->text, plan->length);
	free(plan->text);
	plan->text = NULL;
	if (error)
		return say(status_of(error), "%s: %s", plan->name, why_text());
	status = take_schedule(plan, schedule);
	schedule_free(schedule);
	return status;
}

static int take_problem(struct page_plan *plan, const struct options *options)
{
	struct request request;
	double pieces;
	int status = request_planned(&request, &pieces, options);

	if (status != STATUS_DONE)
		return status;
	snprintf(
		plan->name, NAME, "%s %s %s", options->word[0], options->word[1], options->word[2]);
	plan->made = strncmp(options->word[2], "graph:", 6) != 0;
	status = request_schedule(&request);
	if (status == STATUS_DONE)
		status = take_schedule(plan, request.schedule);
	request_close(&request);
	return status;
}

static int take_files(struct page_plans *plans, const struct options *options)
{
	int status = request_file_fits(options);

	if (options->words > MOST_PLANS)
		return refuse(
			"%d files: a page shows %d plans side by side", options->words, MOST_PLANS);
	for (int i = 0; i < options->words && status == STATUS_DONE; i++)
		status = take_file(&plans->plan[plans->count++], options->word[i]);
	return status;
}

static int take_plans(struct page_plans *plans, const struct options *options)
{
	const char *first = options->words ? options->word[0] : "-";
	bool file = !strcmp(first, "-") || strpbrk(first, "./");

	if (!file && (options->words == MOST_WORDS || collective_line_named(first))) {
		plans->count = 1;
		return take_problem(&plans->plan[0], options);
	}
	return take_files(plans, options);
}

/* ---- The page ---- */

/* Writes a text within quotes. Without a `<` nothing in the text ends the element of the page. */
static void print_quoted(const char *text, size_t length)
{
	putchar('"');
	for (size_t i = 0; i < length; i++)
		if ((unsigned char)text[i] < 0x20 || strchr("<\"\\", text[i]))
			printf("\\u%04x", (unsigned)(unsigned char)text[i]);
		else
			putchar(text[i]);
	putchar('"');
}

/* Prints the words behind `grove explore`, by which the page makes the plan anew. */
static void print_request(const struct options *options)
{
	fputs(", \"request\": [", stdout);
	for (int i = 0; i < options->arguments; i++) {
		fputs(i ? ", " : "", stdout);
		print_quoted(options->argument[i], strlen(options->argument[i]));
	}
	putchar(']');
}

static void print_plans(const struct page_plans *plans, const struct options *options)
{
	fputs("<script type=\"application/json\" id=\"plans\">{ \"plans\": [", stdout);
	for (int i = 0; i < plans->count; i++) {
		const struct page_plan *plan = &plans->plan[i];

		fputs(i ? ", { \"name\": " : "{ \"name\": ", stdout);
		print_quoted(plan->name, strlen(plan->name));
		fputs(", \"text\": ", stdout);
		print_quoted(plan->text, plan->length);
		if (plan->made)
			print_request(options);
		fputs(" }", stdout);
	}
	putchar(']');
	if (option_given(options, OPTION_BETA) || option_given(options, OPTION_MACHINE))
		printf(", \"beta\": %.9g, \"tau\": %.9g", options->machine.beta,
			options->machine.tau);
	fputs(" }</script>\n", stdout);
}

/* Copies the template, and writes the plans in the place of the mark. */
static int print_page(FILE *template, const struct page_plans *plans, const struct options *options)
{
	char *line = NULL;
	size_t room = 0;
	int marks = 0;

	while (getline(&line, &room, template) > 0)
		if (strcmp(line, mark)) {
			fputs(line, stdout);
		} else {
			print_plans(plans, options);
			marks++;
		}
	free(line);
	return ferror(template) || marks != 1 ? refuse("the template of the page is damaged")
					      : STATUS_DONE;
}

static int write_page(const struct page_plans *plans, const struct options *options)
{
	char path[DATA_PATH];
	int status = data_file_find(path, "explorer.html",
		"the page (built where clang, lld, wasi-libc and libclang-rt-14-dev-wasm32 are)");
	FILE *template;

	if (status != STATUS_DONE)
		return status;
	template = fopen(path, "r");
	if (!template)
		return refuse("%s: %s", path, strerror(errno));
	progress_output();
	status = print_page(template, plans, options);
	fclose(template);
	return status;
}

int command_explore(const struct options *options)
{
	struct page_plans plans = { 0 };
	int status;

	if (isatty(STDOUT_FILENO))
		return refuse("a page is for a browser: grove explore ... > page.html");
	status = take_plans(&plans, options);
	if (status == STATUS_DONE)
		status = write_page(&plans, options);
	for (int i = 0; i < plans.count; i++)
		free(plans.plan[i].text);
	return status;
}
