/* Runs `grove explore`, which writes a page that shows plans, changes plans and judges plans. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "plan/format/plan_input.h"
#include "plan/format/plan_text.h"
#include "base/error.h"
#include "tool/arguments/collective_names.h"
#include "tool/arguments/plan_open.h"
#include "tool/arguments/request.h"
#include "tool/commands/lesson_file.h"
#include "tool/output/data_file.h"
#include "tool/output/diagnostics.h"
#include "tool/output/progress.h"
#include "base/xml_escape.h"

/* Prints a text as a string of JSON, in which nothing ends the element of the page. */
static void page_quote(const char *text, size_t length)
{
	putchar('"');
	for (size_t i = 0; i < length; i++)
		if ((unsigned char)text[i] < 0x20 || strchr("<\"\\", text[i]))
			printf("\\u%04x", (unsigned)(unsigned char)text[i]);
		else
			putchar(text[i]);
	putchar('"');
}

/* The page takes two plans, side by side. */
enum {
	MOST_PLANS = 2,
	NAME = 256
};

struct page_plan {
	char name[NAME];
	char *text;
	size_t length;
	bool made; /* the page can make the plan from the command line again: no file is read */
};

struct page {
	struct page_plan plan[MOST_PLANS];
	int plans;
	struct lesson lesson; /* without text if the page has no lesson */
	const struct options *options;
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

/* Takes a file as text, right or wrong: the page judges the text. The page edits text, so JSON and
 * XML are read here. */
static int take_file(struct page_plan *plan, const char *name)
{
	struct schedule *schedule;
	size_t blanks;
	int status, error = plan_open_text(&plan->text, &plan->length, name);

	if (error)
		return say_why(error);
	snprintf(plan->name, NAME, "%s", strcmp(name, "-") ? name : "standard input");
	blanks = plan_input_blanks(plan->text, plan->length);
	if (plan->text[blanks] != '{' && !plan_is_msccl(plan->text, plan->length))
		return STATUS_DONE;
	error = plan_read_text(&schedule, plan->text, plan->length);
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

static int take_files(struct page *page, const struct options *options)
{
	int status = request_file_fits(options);

	if (options->words > MOST_PLANS)
		return refuse(
			"%d files: a page shows %d plans side by side", options->words, MOST_PLANS);
	for (int i = 0; i < options->words && status == STATUS_DONE; i++)
		status = take_file(&page->plan[page->plans++], options->word[i]);
	return status;
}

static int take_plans(struct page *page, const struct options *options)
{
	const char *first = options->words ? options->word[0] : "-";
	bool file = !strcmp(first, "-") || strpbrk(first, "./");

	if (!file && (options->words == MOST_WORDS || collective_line_named(first))) {
		page->plans = 1;
		return take_problem(&page->plan[0], options);
	}
	return take_files(page, options);
}

/* ---- The page ---- */

/* Prints the words after `grove explore`, by which the page makes the plan again. */
static void print_request(const struct options *options)
{
	fputs(", \"request\": [", stdout);
	for (int i = 0; i < options->arguments; i++) {
		fputs(i ? ", " : "", stdout);
		page_quote(options->argument[i], strlen(options->argument[i]));
	}
	putchar(']');
}

static void print_plans(const struct page *page)
{
	const struct options *options = page->options;

	fputs("<script type=\"application/json\" id=\"plans\">{ \"plans\": [", stdout);
	for (int i = 0; i < page->plans; i++) {
		const struct page_plan *plan = &page->plan[i];

		fputs(i ? ", { \"name\": " : "{ \"name\": ", stdout);
		page_quote(plan->name, strlen(plan->name));
		fputs(", \"text\": ", stdout);
		page_quote(plan->text, plan->length);
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

static void print_lesson(const struct page *page)
{
	puts("<script type=\"application/json\" id=\"lesson-text\">");
	page_quote(page->lesson.text, page->lesson.length);
	puts("\n</script>");
}

/* A lesson begins with "# TITLE". */
static void print_lesson_title(const struct lesson *lesson)
{
	const char *end = memchr(lesson->text, '\n', lesson->length);
	size_t length = end ? (size_t)(end - lesson->text) : lesson->length;
	size_t begin = length > 2 && !strncmp(lesson->text, "# ", 2) ? 2 : 0;

	fputs("<title>", stdout);
	xml_escape(stdout, lesson->text + begin, length - begin);
	puts("</title>");
}

static void print_title(const struct page *page)
{
	if (page->lesson.text)
		print_lesson_title(&page->lesson);
	else
		puts("<title>grove explore</title>");
}

enum page_kind {
	EXPLORER = 1,
	LESSON = 2
};

static enum page_kind kind_of(const struct page *page)
{
	return page->lesson.text ? LESSON : EXPLORER;
}

/* The lines of the templates that are replaced, and the kinds of pages that have the line. */
static const struct mark {
	const char *line;
	void (*print)(const struct page *page);
	int kinds;
} marks[] = {
	{ "<title>grove explore</title>\n", print_title, EXPLORER | LESSON },
	{ "<!-- plans -->\n", print_plans, EXPLORER },
	{ "<!-- lesson -->\n", print_lesson, LESSON },
};

enum {
	MARKS = sizeof marks / sizeof marks[0]
};

/* Returns the number of the mark on a line, or MARKS. */
static int mark_on(const char *line)
{
	int i = 0;

	while (i < MARKS && strcmp(line, marks[i].line) != 0)
		i++;
	return i;
}

/* Copies the template, and writes title and plans or lesson in the places of the marks. */
static int print_page(FILE *template, const struct page *page)
{
	char *line = NULL;
	size_t room = 0;
	int found[MARKS] = { 0 };

	while (getline(&line, &room, template) > 0) {
		int mark = mark_on(line);

		if (mark == MARKS) {
			fputs(line, stdout);
			continue;
		}
		marks[mark].print(page);
		found[mark]++;
	}
	free(line);
	for (int i = 0; i < MARKS; i++)
		if (found[i] != ((marks[i].kinds & kind_of(page)) != 0))
			return refuse("the template of the page is damaged");
	return ferror(template) ? refuse("the template of the page cannot be read") : STATUS_DONE;
}

static int write_page(const struct page *page)
{
	char path[DATA_PATH];
	int status, error = data_file_find(path,
			    kind_of(page) == LESSON ? "lesson.html" : "explorer.html",
			    "the page (built where clang, lld, wasi-libc and "
			    "libclang-rt-14-dev-wasm32 are)");
	FILE *template;

	if (error)
		return say_why(error);
	template = fopen(path, "r");
	if (!template)
		return refuse("%s: %s", path, strerror(errno));
	progress_output();
	status = print_page(template, page);
	fclose(template);
	return status;
}

int command_explore(const struct options *options)
{
	struct page page = { .options = options };
	int status;

	if (isatty(STDOUT_FILENO))
		return refuse("a page is for a browser: grove explore ... > page.html");
	if (options->lesson && options->words)
		return refuse("a lesson has its own plans: --lesson stands alone");
	if (options->lesson && options_refuse(options, OPTION_ROOT, OPTION_TAU,
				       "a lesson has its own plans and links"))
		return STATUS_REFUSED;
	status = options->lesson ? lesson_read(&page.lesson, options->lesson)
				 : take_plans(&page, options);
	if (status == STATUS_DONE)
		status = write_page(&page);
	for (int i = 0; i < page.plans; i++)
		free(page.plan[i].text);
	free(page.lesson.text);
	return status;
}
