/* Reads the values of options of a benchmark: sizes, counts, and the look of the table. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "base/size_text.h"
#include "base/error.h"
#include "base/size.h"
#include "perf/timing/stats.h"
#include "tool/arguments/option_values.h"

enum {
	MOST_ITERATIONS = 1000000000
};

/* Reads [MIN:]MAX. Sizes are the given powers of two, unless there is a factor. */
int read_message_size(struct options *options, const char *text)
{
	const char *colon = strchr(text, ':');
	char first[32];
	int error = size_parse(&options->max_bytes, colon ? colon + 1 : text);

	if (error)
		return error;
	snprintf(first, sizeof first, "%.*s", colon ? (int)(colon - text) : 0, text);
	options->min_bytes = options->max_bytes < 8 ? options->max_bytes : 8;
	if (colon)
		error = size_parse(&options->min_bytes, first);
	if (!option_given(options, OPTION_FACTOR))
		options->factor = 2;
	options->given[OPTION_MIN_BYTES] = options->given[OPTION_MAX_BYTES] = true;
	return error;
}

int read_min_bytes(struct options *options, const char *text)
{
	return size_parse(&options->min_bytes, text);
}

int read_max_bytes(struct options *options, const char *text)
{
	return size_parse(&options->max_bytes, text);
}

int read_factor(struct options *options, const char *text)
{
	int factor, error = number_parse(&factor, text, 2, 1 << 20);

	if (!error)
		options->factor = (size_t)factor;
	return error;
}

int read_runs(struct options *options, const char *text)
{
	return number_parse(&options->runs, text, 1, STATS_LAUNCHES);
}

int read_iterations(struct options *options, const char *text)
{
	return number_parse(&options->iterations, text, 1, MOST_ITERATIONS);
}

int read_warmup(struct options *options, const char *text)
{
	return number_parse(&options->warmup, text, 0, MOST_ITERATIONS);
}

int read_check(struct options *options, const char *text)
{
	options->check = !strcmp(text, "on") || !strcmp(text, "1");
	return options->check || !strcmp(text, "off") || !strcmp(text, "0")
		       ? 0
		       : why(EINVAL, "'%s' is neither on nor off", text);
}

int read_units(struct options *options, const char *text)
{
	options->plain = !strcmp(text, "plain");
	return options->plain || !strcmp(text, "human")
		       ? 0
		       : why(EINVAL, "'%s' is neither human nor plain", text);
}
