/* Reads the attributes of an element of XML: words, whole numbers, names of buffers. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "analysis/msccl/msccl_attributes.h"
#include "base/error.h"

void attribute_refuse(struct msccl_attributes *of, const char *format, ...)
{
	char text[WHY_BYTES / 2];
	va_list values;

	if (of->error)
		return;
	va_start(values, format);
	vsnprintf(text, sizeof text, format, values);
	va_end(values);
	of->error = why(EINVAL, "line %lu: %s", of->line, text);
}

const char *attribute_word(const struct msccl_attributes *of, const char *name)
{
	for (const char **a = of->attribute; *a; a += 2)
		if (!strcmp(*a, name))
			return a[1];
	return NULL;
}

const char *attribute_needed(struct msccl_attributes *of, const char *name)
{
	const char *word = attribute_word(of, name);

	if (!word)
		attribute_refuse(of, "<%s> has no %s", of->element, name);
	return word ? word : "";
}

int32_t attribute_number(struct msccl_attributes *of, const char *name, int32_t least, int32_t most,
	int32_t otherwise)
{
	const char *word = otherwise == ATTRIBUTE_NEEDED ? attribute_needed(of, name)
							 : attribute_word(of, name);
	char *end;
	long number;

	if (of->error || !word)
		return otherwise;
	errno = 0;
	number = strtol(word, &end, 10);
	if (!errno && *word && !*end && strchr("-0123456789", *word) && number >= least &&
		number <= most)
		return (int32_t)number;
	attribute_refuse(of, "%s=\"%.*s\" is no whole number from %d to %d", name, ATTRIBUTE_SHOWN,
		word, least, most);
	return otherwise;
}

enum msccl_buffer attribute_buffer(struct msccl_attributes *of, const char *name, bool used)
{
	static const char letters[] = "ios";
	const char *word = used ? attribute_needed(of, name) : "i",
		   *found = *word ? strchr(letters, *word) : NULL;

	if (found && !word[1])
		return (enum msccl_buffer)(found - letters);
	attribute_refuse(of, "%s=\"%.*s\" is no buffer: i, o or s", name, ATTRIBUTE_SHOWN, word);
	return MSCCL_INPUT;
}
