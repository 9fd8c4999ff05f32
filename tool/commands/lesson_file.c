/* Finds a lesson among the installed lessons, and reads its text. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "tool/arguments/plan_open.h"
#include "tool/output/data_file.h"
#include "tool/commands/lesson_file.h"
#include "tool/output/diagnostics.h"

static const char suffix[] = ".md";

/* Returns the length of a lesson's name without the suffix; 0 for another file. */
static int lesson_name(const char *file)
{
	size_t length = strlen(file), end = sizeof suffix - 1;

	return length > end && !strcmp(file + length - end, suffix) ? (int)(length - end) : 0;
}

static int is_lesson(const struct dirent *entry)
{
	return lesson_name(entry->d_name) > 0;
}

/* Returns true if a file is the lesson: 05-many-trees.md has that name, and the number 5. */
static bool is_named(const char *file, const char *name)
{
	char *end;
	long number = strtol(name, &end, 10);

	if (*name && !*end)
		return number == strtol(file, NULL, 10);
	return strlen(name) == (size_t)lesson_name(file) && !strncmp(file, name, strlen(name));
}

static int refuse_lesson(const char *name, struct dirent **entry, int count)
{
	char names[1024] = "";
	size_t used = 0;

	for (int i = 0; i < count && used < sizeof names; i++)
		used += (size_t)snprintf(names + used, sizeof names - used, "%s%.*s", i ? ", " : "",
			lesson_name(entry[i]->d_name), entry[i]->d_name);
	return refuse("there is no lesson '%s'; there are: %s", name, names);
}

static int read_text(struct lesson *lesson, const char *folder, const char *file)
{
	char path[DATA_PATH + sizeof "/" + sizeof((struct dirent *)0)->d_name];

	snprintf(path, sizeof path, "%s/%s", folder, file);
	return plan_open_text(&lesson->text, &lesson->length, path) ? refuse("%s", why_text())
								    : STATUS_DONE;
}

int lesson_read(struct lesson *lesson, const char *name)
{
	char folder[DATA_PATH];
	struct dirent **entry;
	int found = 0, count, status;
	int error = data_file_find(folder, "lessons", "the folder of lessons");

	if (error)
		return say_why(error);
	count = scandir(folder, &entry, is_lesson, alphasort);
	if (count < 0)
		return refuse("%s cannot be read", folder);
	while (found < count && !is_named(entry[found]->d_name, name))
		found++;
	status = found < count ? read_text(lesson, folder, entry[found]->d_name)
			       : refuse_lesson(name, entry, count);
	for (int i = 0; i < count; i++)
		free(entry[i]);
	free(entry);
	return status;
}
