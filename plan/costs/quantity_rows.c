/* Reads and writes rows of measured quantities. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdbool.h>
#include <string.h>
#include "plan/costs/quantity_rows.h"

/* Returns true if two names begin with the same two words. */
static bool same_group(const char *a, const char *b)
{
	for (int blanks = 0; *a && *a == *b; a++, b++)
		if (*a == ' ' && ++blanks == 2)
			return true;
	return *a == *b;
}

/* Returns the quantity of that name, or `count`. Rows are written in the order of the quantities,
 * so the search starts after the one that was found last. */
static size_t find(const struct quantities *all, const char *name)
{
	char text[QUANTITY_NAME];

	for (size_t k = 0; k < all->count; k++) {
		size_t i = (all->next + k) % all->count;

		all->name(i, text);
		if (!strcmp(text, name))
			return i;
		if (!same_group(text, name))
			k += all->group - 1 - i % all->group;
	}
	return all->count;
}

int quantity_read(const struct text_lines *lines, struct quantities *all)
{
	int first = lines->words - 3, error = 0;
	struct quantity *to, read;
	char name[LINES_LENGTH] = "";
	size_t i;

	if (strcmp(lines->word[0], "cost") != 0)
		return lines_unknown(lines);
	if (first < 2 || lines->words > LINES_WORDS)
		return lines_refuse(
			lines, "'cost' needs a name and three numbers: the line is cut off");
	for (int word = 1; word < first; word++)
		strcat(strcat(name, word > 1 ? " " : ""), lines->word[word]);
	i = find(all, name);
	if (i == all->count)
		return lines_refuse(
			lines, "no cost is called '%s'; a line has a name and three numbers", name);
	to = all->at(all->costs, i);
	if (to->seconds > 0)
		return lines_refuse(lines, "a second line for the cost '%s'", name);
	for (int k = 0; k < 3 && !error; k++)
		error = lines_real(lines, first + k, 1e-18,
			(double *const[]){ &read.seconds, &read.low, &read.high }[k]);
	if (error)
		return error;
	if (!(read.low <= read.seconds && read.seconds <= read.high))
		return lines_refuse(lines, "%s is not between %s and %s", lines->word[first],
			lines->word[first + 1], lines->word[first + 2]);
	*to = read;
	all->next = i + 1;
	return 0;
}

void quantities_write(FILE *file, const struct quantities *all)
{
	char name[QUANTITY_NAME];

	for (size_t i = 0; i < all->count; i++) {
		const struct quantity *q = all->at(all->costs, i);

		if (!(q->seconds > 0))
			continue;
		all->name(i, name);
		fprintf(file, "cost %s %.4g %.4g %.4g\n", name, q->seconds, q->low, q->high);
	}
}
