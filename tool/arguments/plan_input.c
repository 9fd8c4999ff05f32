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

int schedule_open(struct schedule **schedule, const char *name)
{
	bool standard = !strcmp(name, "-");
	const char *known = standard ? "standard input" : name;
	FILE *file = standard ? stdin : fopen(name, "rb");
	size_t length, blanks = 0;
	char *text = NULL;
	int error;

	if (!file)
		return why(EINVAL, "%s: %s", known, strerror(errno));
	error = read_all(&text, &length, file, known);
	if (!standard)
		fclose(file);
	while (!error && blanks < length && strchr(" \t\r\n", text[blanks]) && text[blanks])
		blanks++;
	if (!error && blanks == length)
		error = why(EINVAL, "%s: is empty", known);
	else if (!error)
		error = (text[blanks] == '{' ? schedule_read_json : schedule_read)(
			schedule, text, length);
	if (error && blanks < length && error == -EINVAL && length <= FILE_TEXT)
		why(EINVAL, "%s: %s", known, why_text());
	free(text);
	return error;
}
