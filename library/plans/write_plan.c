/* Writes plans as text or JSON. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/error.h"
#include "base/surroundings.h"
#include "library/library_internal.h"
#include "plan/lists/expanded_size.h"
#include "plan/format/plan_file.h"
#include "plan/format/plan_json.h"
#include "plan/format/plan_text.h"

typedef int printer(const struct schedule *schedule, FILE *file);

static int printer_named(printer **print, const char *form)
{
	*print = form && !strcmp(form, "json") ? schedule_print_json : schedule_print;
	if (!form || !strcmp(form, "text") || *print == schedule_print_json)
		return 0;
	return why(EINVAL, "'%.40s' is not a form of a plan; there are text and json", form);
}

/* Refuses a list that would be too long to be read again. */
static int check_list(const struct plan *plan, const struct binding *binding)
{
	struct expanded_size size;
	int error = expanded_size_of(&size, plan, binding);

	if (error || (size.packets <= FILE_PACKETS && size.pieces <= FILE_RANGES))
		return error;
	return why(EINVAL,
		"%s %s on %s has %.3g packets and %.3g pieces, more than %d and %d: use fewer "
		"nodes, or larger packets",
		collective_name(plan->problem.collective), plan->problem.algorithm,
		plan->problem.net.name, size.packets, size.pieces, FILE_PACKETS, FILE_RANGES);
}

static int list_packets(struct schedule **schedule, const struct grove_plan *plan, size_t bytes)
{
	struct binding binding;
	int error = plan_binding(&binding, plan, bytes, plan->problem.root);

	if (!error)
		error = check_list(plan->plan, &binding);
	if (!error)
		error = plan_schedule(schedule, plan->plan, &binding);
	if (!error) /* the hops' own collective carries blocks that are folded later */
		(*schedule)->problem.collective = plan->problem.collective;
	return error;
}

static int print_plan(const struct grove_plan *plan, size_t bytes, const char *form, FILE *file)
{
	PLAIN_SURROUNDINGS;
	struct schedule *made = NULL;
	printer *print;
	int error = printer_named(&print, form);

	if (!error)
		error = blocks_check(plan, bytes);
	if (!error && plan->plan)
		error = list_packets(&made, plan, bytes);
	if (!error)
		error = print(made ? made : plan->schedule, file);
	schedule_free(made);
	return error;
}

/* A text that grows. open_memstream of glibc 2.36 drops bytes without a word when memory ends. */
struct grown_text {
	char *text;
	size_t length, room;
};

static ssize_t grow(void *argument, const char *bytes, size_t count)
{
	struct grown_text *grown = argument;

	if (array_reserve(&grown->text, &grown->room, grown->length + count + 1, 1))
		return 0;
	memcpy(grown->text + grown->length, bytes, count);
	grown->length += count;
	grown->text[grown->length] = 0;
	return (ssize_t)count;
}

static int print_grown(
	struct grown_text *grown, const struct grove_plan *plan, size_t bytes, const char *form)
{
	FILE *file = fopencookie(grown, "w", (cookie_io_functions_t){ .write = grow });
	int error, closed;

	if (!file)
		return why(ENOMEM, "no memory for the text of a plan");
	error = print_plan(plan, bytes, form, file);
	closed = fclose(file);
	if (error == -EIO || (!error && closed))
		error = why(ENOMEM, "no memory for the text of a plan");
	return error;
}

int grove_plan_write(
	const struct grove_plan *plan, size_t bytes, const char *form, char **text, size_t *length)
{
	struct grown_text grown = { 0 };
	int error;

	if (text)
		*text = NULL;
	if (length)
		*length = 0;
	if (!plan || !text || !length)
		return why(EINVAL, "grove_plan_write: plan, text or length are NULL");
	error = print_grown(&grown, plan, bytes, form);
	if (error) {
		free(grown.text);
		return error;
	}
	*text = grown.text;
	*length = grown.length;
	return why_answer(0);
}
