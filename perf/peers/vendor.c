/* Tells a library's name from how it was set, and finds its fastest setting. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>
#include "perf/peers/vendor.h"

const char *maker_name(char name[COMPARE_NAME], const char *algorithm)
{
	snprintf(name, COMPARE_NAME, "%.*s", (int)strcspn(algorithm, ","), algorithm);
	return name;
}

bool maker_is(const char *algorithm, const char *name)
{
	size_t length = strcspn(algorithm, ",");

	return strlen(name) == length && !strncmp(algorithm, name, length);
}

const struct bench_row *maker_best(
	const struct bench_file *file, const struct bench_row *like, const char *name)
{
	const struct bench_row *best = NULL;

	for (size_t i = 0; i < file->rows; i++) {
		const struct bench_row *row = &file->row[i];

		if (row->nodes == like->nodes && row->bytes == like->bytes &&
			!strcmp(row->collective, like->collective) &&
			maker_is(row->algorithm, name) && (!best || row->median < best->median))
			best = row;
	}
	return best;
}
