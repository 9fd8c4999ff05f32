/* Writes JSON to standard output piece by piece, so no output is too large. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include "tool/output/json_out.h"
#include "tool/output/progress.h"

static bool first = true; /* the innermost bracket is still empty */
static bool line;	  /* the next value begins a line */
static int depth;	  /* open brackets */

static void print_text(const char *text)
{
	putchar('"');
	for (; *text; text++)
		if (*text == '"' || *text == '\\')
			printf("\\%c", *text);
		else if ((unsigned char)*text < 0x20 || *text == 0x7f)
			printf("\\u%04x", (unsigned)*text);
		else
			putchar(*text);
	putchar('"');
}

static void begin(const char *name)
{
	if (!first)
		putchar(',');
	if (line)
		fputs("\n  ", stdout);
	else if (!first)
		putchar(' ');
	first = line = false;
	if (name) {
		print_text(name);
		fputs(": ", stdout);
	}
}

void json_line(void)
{
	line = true;
}

void json_open(const char *name, char bracket)
{
	if (!depth++)
		progress_output();
	begin(name);
	putchar(bracket);
	if (bracket == '{')
		putchar(' ');
	first = true;
}

void json_close(char bracket)
{
	if (bracket == '}')
		putchar(' ');
	putchar(bracket);
	first = --depth == 0; /* another document may follow */
	if (first)
		putchar('\n');
}

void json_row(void)
{
	json_line();
	json_open(NULL, '{');
}

void json_reals(const char *name, const double *number, int count)
{
	json_open(name, '[');
	for (int i = 0; i < count; i++)
		json_real(NULL, number[i]);
	json_close(']');
}

void json_text(const char *name, const char *text)
{
	begin(name);
	if (text)
		print_text(text);
	else
		printf("null");
}

void json_whole(const char *name, int64_t number)
{
	begin(name);
	printf("%" PRId64, number);
}

void json_size(const char *name, uint64_t number)
{
	begin(name);
	printf("%" PRIu64, number);
}

void json_real(const char *name, double number)
{
	begin(name);
	if (isfinite(number))
		printf("%.9g", number);
	else
		fputs("null", stdout);
}

void json_exact(const char *name, double number)
{
	begin(name);
	printf("%.17g", number);
}

void json_bool(const char *name, bool value)
{
	begin(name);
	fputs(value ? "true" : "false", stdout);
}

void json_null(const char *name)
{
	begin(name);
	fputs("null", stdout);
}
