/* Reads a plan from a file, as text or as JSON. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/error.h"
#include "analysis/format/plan_file.h"
#include "analysis/format/plan_json.h"
#include "analysis/format/plan_text.h"
#include "tool/arguments/plan_input.h"

enum {
	CHUNK = 1 << 16
};

/* Reads the whole file in pieces, up to the limit of plans: a file may have no
 * size (a pipe) or be endless. */
static int read_all(char **text, size_t *length, FILE *file, const char *name)
{
	size_t room = 0, got;
	int error;

	*length = 0;
	do {
		error = array_reserve(text, &room, *length + CHUNK, 1);
		if (error)
			return error;
		got = fread(*text + *length, 1, CHUNK, file);
		*length += got;
		if (*length > FILE_TEXT)
			return why(
				EINVAL, "%s: more than %zu MiB are no plan", name, FILE_TEXT >> 20);
	} while (got);
	return ferror(file) ? why(EINVAL, "%s: %s", name, strerror(errno)) : 0;
}

int plan_input_read(char **text, size_t *length, const char *name)
{
	bool standard = !strcmp(name, "-");
	const char *known = standard ? "standard input" : name;
	FILE *file = standard ? stdin : fopen(name, "rb");
	int error;

	*text = NULL;
	if (!file)
		return why(EINVAL, "%s: %s", known, strerror(errno));
	error = read_all(text, length, file, known);
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

size_t plan_input_blanks(const char *text, size_t length)
{
	size_t blanks = 0;

	while (blanks < length && strchr(" \t\r\n", text[blanks]) && text[blanks])
		blanks++;
	return blanks;
}

int schedule_open(struct schedule **schedule, const char *name)
{
	char *text;
	size_t length;
	int error = plan_input_read(&text, &length, name);

	if (error)
		return error;
	error = (text[plan_input_blanks(text, length)] == '{' ? schedule_read_json : schedule_read)(
		schedule, text, length);
	if (error == -EINVAL)
		why(EINVAL, "%s: %s", strcmp(name, "-") ? name : "standard input", why_text());
	free(text);
	return error;
}
