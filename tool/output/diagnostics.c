/* Prints the reason of a refusal in a line on standard error. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include "base/shown_words.h"
#include "base/error.h"
#include "tool/output/progress.h"
#include "tool/output/diagnostics.h"

static const char *program = "grove", *speaker;
static char said[1024]; /* the last line */

void say_for(const char *name)
{
	program = name;
}

const char *said_for(void)
{
	return program;
}

void say_as(const char *command)
{
	speaker = command;
}

static void say_list(const char *format, va_list arguments)
{
	progress_end();
	line_fit(said, sizeof said, format, arguments);
	fprintf(stderr, "%s%s%s: %s\n", program, speaker ? " " : "", speaker ? speaker : "", said);
}

const char *last_said(void)
{
	return said;
}

int say(int status, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	say_list(format, arguments);
	va_end(arguments);
	return status;
}

int refuse(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	say_list(format, arguments);
	va_end(arguments);
	return STATUS_REFUSED;
}

int status_of(int error)
{
	switch (-error) {
	case 0:
		return STATUS_DONE;
	case ETIMEDOUT:
	case EDEADLK:
		return STATUS_TIMED_OUT;
	case ECANCELED:
	case EIO:
		return STATUS_FAILED;
	default:
		return STATUS_REFUSED;
	}
}

int say_why(int error)
{
	return say(status_of(error), "%s", why_text());
}

int say_output(int error)
{
	if (error && ferror(stdout))
		return STATUS_FAILED;
	return error ? say_why(error) : STATUS_DONE;
}
