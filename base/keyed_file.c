/* Reads and writes files of what was measured on a machine, line by line. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>
#include "base/error.h"
#include "base/keyed_file.h"

static int read_first(const struct keyed_file *form, struct text_lines *lines)
{
	int found = lines_next(lines);
	size_t version;

	if (found < 0)
		return found;
	if (!found || strcmp(lines->word[0], form->word) != 0)
		return why(EINVAL, "%s, line %d: no %s, which begins with '%s'", lines->name,
			lines->number ? lines->number : 1, form->what, form->word);
	if (lines_expect(lines, 2) || lines_size(lines, 1, &version))
		return -EINVAL;
	if (version == (size_t)form->version)
		return 0;
	return lines_refuse(lines, "version %zu, and this grove reads version %d: %s", version,
		form->version, form->remedy);
}

static int read_key(const struct keyed_file *form, struct text_lines *lines, const char *key)
{
	if (!key || !strcmp(lines->rest, key))
		return 0;
	return lines_refuse(lines, "measured on another machine (%s; this is %s): %s", lines->rest,
		key, form->remedy);
}

static int read_version(
	const struct keyed_file *form, struct text_lines *lines, const char *version)
{
	if (lines_expect(lines, 2))
		return -EINVAL;
	if (!strcmp(lines->word[1], version))
		return 0;
	return lines_refuse(lines, "measured with grove %s, and this is %s: %s", lines->word[1],
		version, form->remedy);
}

int keyed_read(const struct keyed_file *form, struct text_lines *lines,
	const struct keyed_owner *owner, void *into)
{
	bool keyed = false, versioned = !owner->version, ended = false;
	int error = read_first(form, lines), found = 0;

	while (!error && (found = lines_next(lines)) == 1) {
		const char *word = lines->word[0];

		if (ended) {
			error = lines_refuse(lines, "'end' must be the last line");
		} else if (owner->version && !strcmp(word, "version")) {
			error = read_version(form, lines, owner->version);
			versioned = true;
		} else if (!strcmp(word, "key")) {
			error = read_key(form, lines, owner->key);
			keyed = true;
		} else if (!keyed || !versioned) {
			error = lines_refuse(lines, "'%s' stands before the line '%s'", word,
				keyed ? "version" : "key");
		} else if (form->ends && !strcmp(word, "end")) {
			error = lines_expect(lines, 1);
			ended = true;
		} else {
			error = form->take(lines, into);
		}
	}
	if (error || found < 0)
		return error ? error : found;
	if (!keyed || !versioned || ended != form->ends)
		return lines_refuse(lines, "the file is cut off: there is no line '%s'",
			!keyed	     ? "key"
			: !versioned ? "version"
				     : "end");
	return 0;
}

void keyed_write_heading(const struct keyed_file *form, FILE *file, const struct keyed_owner *owner)
{
	fprintf(file, "%s %d\n", form->word, form->version);
	if (owner->version)
		fprintf(file, "version %s\n", owner->version);
	fprintf(file, "key %s\n", owner->key);
}
