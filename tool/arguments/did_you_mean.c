/* Finds the word with the fewest changed, missing or added letters. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>
#include "tool/arguments/did_you_mean.h"
#include "tool/output/diagnostics.h"

enum {
	LONGEST = 63
};

static int least(int a, int b, int c)
{
	int ab = a < b ? a : b;

	return ab < c ? ab : c;
}

/* Returns Levenshtein's distance. Keeps only a row of the matrix. */
static int distance_of(const char *a, const char *b)
{
	int length = (int)strlen(b), row[LONGEST + 1];

	if (length > LONGEST || strlen(a) > LONGEST)
		return LONGEST;
	for (int j = 0; j <= length; j++)
		row[j] = j;
	for (int i = 0; a[i]; i++) {
		int diagonal = row[0];

		row[0] = i + 1;
		for (int j = 0; j < length; j++) {
			int above = row[j + 1];

			row[j + 1] = least(diagonal + (a[i] != b[j]), above + 1, row[j] + 1);
			diagonal = above;
		}
	}
	return row[length];
}

struct did_you_mean did_you_mean(const char *typed)
{
	int length = (int)strlen(typed);

	/* A word with more than a third of the letters wrong is another word. */
	return (struct did_you_mean){ .typed = typed, .distance = length < 6 ? 3 : length / 3 + 1 };
}

void did_you_mean_offer(struct did_you_mean *nearest, const char *word)
{
	int distance = distance_of(nearest->typed, word);
	size_t used = strlen(nearest->names);

	snprintf(nearest->names + used, sizeof nearest->names - used, "%s%s", used ? ", " : "",
		word);
	if (distance >= nearest->distance || distance >= (int)strlen(word))
		return;
	nearest->distance = distance;
	snprintf(nearest->word, sizeof nearest->word, "%s", word);
}

int refuse_word(const struct did_you_mean *nearest, const char *what, const char *otherwise)
{
	if (nearest->word[0])
		return refuse("there is no %s '%s'; did you mean '%s'?", what, nearest->typed,
			nearest->word);
	return refuse("there is no %s '%s'; %s%s", what, nearest->typed,
		otherwise ? otherwise : "there are ", otherwise ? "" : nearest->names);
}
