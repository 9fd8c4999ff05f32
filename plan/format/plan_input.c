/* Reads a stream as a plan may be long, and tells JSON from text. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>
#include "base/array.h"
#include "base/error.h"
#include "base/text_mark.h"
#include "plan/format/plan_file.h"
#include "plan/format/plan_input.h"
#include "plan/format/plan_json.h"
#include "plan/format/plan_text.h"

enum {
	CHUNK = 1 << 16
};

int plan_input_stream(char **text, size_t *length, FILE *file, const char *name)
{
	size_t room = 0, got;
	int error, mark;

	*text = NULL;
	*length = 0;
	do {
		error = array_reserve(text, &room, *length + CHUNK, 1);
		if (error)
			return error;
		got = fread(*text + *length, 1, CHUNK, file);
		*length += got;
		if (*length > FILE_TEXT)
			return why(
				EINVAL, "%s: a plan has at most %zu MiB", name, FILE_TEXT >> 20);
	} while (got);
	if (ferror(file))
		return why(EINVAL, "%s: %s", name, strerror(errno));
	mark = text_mark(*text, *length);
	if (mark < 0)
		return why(EINVAL, "%s: %s", name, why_text());
	*length -= (size_t)mark;
	memmove(*text, *text + mark, *length);
	return 0;
}

size_t plan_input_blanks(const char *text, size_t length)
{
	size_t blanks = 0;

	while (blanks < length && memchr(" \t\r\n", text[blanks], 4))
		blanks++;
	return blanks;
}

int plan_input_read(struct schedule **schedule, const char *text, size_t length)
{
	int mark = text_mark(text, length);
	size_t blanks;

	if (mark < 0)
		return mark;
	text += mark;
	length -= (size_t)mark;
	blanks = plan_input_blanks(text, length);
	return blanks < length && text[blanks] == '{' ? schedule_read_json(schedule, text, length)
						      : schedule_read(schedule, text, length);
}
