/* Opens a file that holds a plan: text, JSON, or an algorithm of MSCCL. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "plan/format/plan_input.h"
#include "tool/arguments/msccl_reader.h"
#include "tool/arguments/plan_open.h"

int plan_open_text(char **text, size_t *length, const char *name)
{
	bool standard = !strcmp(name, "-");
	const char *known = standard ? "standard input" : name;
	FILE *file = standard ? stdin : fopen(name, "rb");
	int error;

	*text = NULL;
	if (!file)
		return why(EINVAL, "%s: %s", known, strerror(errno));
	error = plan_input_stream(text, length, file, known);
	if (!standard)
		fclose(file);
	if (!error && plan_input_blanks(*text, *length) == *length)
		error = why(EINVAL, "%s: is empty", known);
	if (error) {
		free(*text);
		*text = NULL;
	}
	return error;
}

bool plan_is_msccl(const char *text, size_t length)
{
	size_t blanks = plan_input_blanks(text, length);

	return blanks < length && text[blanks] == '<';
}

int plan_read_text(struct schedule **schedule, const char *text, size_t length)
{
	return plan_is_msccl(text, length) ? schedule_read_msccl(schedule, text, length)
					   : plan_input_read(schedule, text, length);
}

int schedule_open(struct schedule **schedule, const char *name)
{
	char *text;
	size_t length;
	int error = plan_open_text(&text, &length, name);

	if (error)
		return error;
	error = plan_read_text(schedule, text, length);
	if (error == -EINVAL)
		why(EINVAL, "%s: %s", strcmp(name, "-") ? name : "standard input", why_text());
	free(text);
	return error;
}
