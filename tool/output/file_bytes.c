/* Compares, counts and pictures the bytes of files. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "base/error.h"
#include "tool/output/file_bytes.h"
#include "tool/output/stream_error.h"

enum {
	LINE = 512,
	MOST_LINES = 2048
};

bool files_equal(const char *a, const char *b)
{
	FILE *one = fopen(a, "rb"), *two = fopen(b, "rb");
	bool equal = one && two;
	int c = 0;

	while (equal && c != EOF) {
		c = getc(one);
		equal = c == getc(two);
	}
	if (one)
		fclose(one);
	if (two)
		fclose(two);
	return equal;
}

int file_count(long long count[256], const char *path)
{
	FILE *file = fopen(path, "rb");
	int c;

	if (!file)
		return why(errno, "%s: %s", path, strerror(errno));
	while ((c = getc(file)) != EOF)
		count[c]++;
	fclose(file);
	return 0;
}

/* Whole lines only: the rest of the file is left out. */
int picture_make(const char *picture, const char *path)
{
	FILE *from = fopen(path, "rb"), *to = NULL;
	static unsigned char dots[MOST_LINES][LINE];
	size_t lines;
	int error;

	if (!from)
		return why(errno, "%s: %s", path, strerror(errno));
	lines = fread(dots, LINE, MOST_LINES, from);
	fclose(from);
	to = fopen(picture, "wb");
	if (!to)
		return why(errno, "%s: %s", picture, strerror(errno));
	fprintf(to, "P5\n%d %zu\n255\n", LINE, lines);
	fwrite(dots, LINE, lines, to);
	error = stream_error(to);
	fclose(to);
	return error ? why(EIO, "%s could not be written: %s", picture, strerror(error)) : 0;
}
