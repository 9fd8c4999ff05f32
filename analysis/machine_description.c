/* Reads the levels of a machine that a text describes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "analysis/machine_description.h"
#include "base/error.h"

enum {
	MOST_CORES = 1 << 16
};

/* The parts that a description may name, from the outermost to the innermost. A part is named by
 * any beginning of `name` that is not shorter than `least`. `class` is the class of two cores that
 * share such a part and no smaller part. */
static const struct part {
	const char *least, *name;
	enum pair_class class;
} parts[] = {
	{ "pack", "package", SAME_PACKAGE },
	{ "sock", "socket", SAME_PACKAGE },
	{ "die", "die", SAME_PACKAGE },
	{ "numa", "numanode", SAME_PACKAGE },
	{ "group", "group", SAME_PACKAGE },
	{ "l4", "l4cache", SAME_L3 },
	{ "l3", "l3cache", SAME_L3 },
	{ "l2", "l2cache", SAME_L2 },
	{ "l1", "l1cache", SAME_L2 },
	{ "core", "core", SAME_L2 },
	{ "pu", "pu", SAME_L2 },
};

static const struct part *const core = &parts[9];

static const struct part *part_named(const char *name, size_t length)
{
	for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
		if (length >= strlen(parts[i].least) && length <= strlen(parts[i].name) &&
			!strncasecmp(parts[i].name, name, length))
			return &parts[i];
	return NULL;
}

/* Skips memories, "[numa]", and attributes, "(size=32MB)", which are not levels. */
static const char *skip_rest(const char *text)
{
	text += strspn(text, " \t");
	while (*text == '[' || *text == '(') {
		text += strcspn(text, "])");
		text += *text != '\0';
		text += strspn(text, " \t");
	}
	return text;
}

/* Reads a part, e.g. "l3:4", at *text, and moves *text behind the part. Returns 0 or -EINVAL. */
static int read_part(const struct part **part, int *count, const char **text)
{
	size_t length = strcspn(*text, ":");
	char *end;
	long number;

	*part = (*text)[length] ? part_named(*text, length) : NULL;
	if (!*part)
		return -EINVAL;
	number = strtol(*text + length + 1, &end, 10);
	if (end == *text + length + 1 || number < 1 || number > MOST_CORES)
		return -EINVAL;
	*count = (int)number;
	*text = skip_rest(end);
	return 0;
}

/* Each part must lie inside the part before. The hardware threads of a core count once. */
static int parts_read(struct hierarchy *hierarchy, const char *text)
{
	const struct part *part, *outer = NULL;
	int count, packages = 1;
	long cores = 1;

	*hierarchy = (struct hierarchy){ 0 };
	text = skip_rest(text);
	if (!*text)
		return -EINVAL;
	for (; *text; outer = part) {
		if (read_part(&part, &count, &text) || (outer && part <= outer))
			return -EINVAL;
		if (outer == core)
			continue;
		cores *= count;
		if (cores > MOST_CORES || (count > 1 && hierarchy->levels == HIERARCHY_LEVELS))
			return -EINVAL;
		if (part <= &parts[1])
			packages = count;
		hierarchy_add(hierarchy, count,
			outer	       ? outer->class
			: packages > 1 ? OTHER_PACKAGE
				       : SAME_PACKAGE);
	}
	return 0;
}

int machine_describe(struct hierarchy *hierarchy, const char *text)
{
	if (parts_read(hierarchy, text))
		return why(EINVAL,
			"'%s' does not describe a machine; write \"pack:2 l3:4 core:8\": packages, "
			"last-level caches in each, cores in each",
			text);
	if (!hierarchy->levels)
		return why(EINVAL, "'%s' has one core: levels need two or more", text);
	return 0;
}
