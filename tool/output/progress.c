/* Shows the progress of the command in a line on a terminal. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
#include "runtime/ring/atomics.h"
#include "tool/output/progress.h"

#define ERASE "\r\033[K"

/* A timer's signal writes the line, at any point of the command, so the handler calls
 * only write() and clock_gettime(). The threads of teams block signals, and no other
 * thread is in this process. */

static _Atomic(const char *) stage, command;
static _Atomic bool shown;
static struct timespec begun;

enum {
	PATIENCE = 2, /* seconds before the first line */
	LINE = 200
};

static void append(char line[LINE], size_t *length, const char *text)
{
	size_t more = strlen(text);

	if (*length + more > LINE)
		return;
	memcpy(line + *length, text, more);
	*length += more;
}

static void append_number(char line[LINE], size_t *length, unsigned long number)
{
	char digits[24], *first = digits + sizeof digits - 1;

	*first = 0;
	do
		*--first = (char)('0' + number % 10);
	while (number /= 10);
	append(line, length, first);
}

static unsigned long whole_seconds(const struct timespec *from, const struct timespec *to)
{
	return (unsigned long)(to->tv_sec - from->tv_sec - (to->tv_nsec < from->tv_nsec));
}

static void tick(int number)
{
	int error = errno;
	char line[LINE];
	size_t length = 0;
	struct timespec now;

	(void)number;
	clock_gettime(CLOCK_MONOTONIC, &now);
	append(line, &length, ERASE "grove ");
	append(line, &length, load_own(&command));
	append(line, &length, ": ");
	append(line, &length, load_own(&stage));
	append(line, &length, ", ");
	append_number(line, &length, whole_seconds(&begun, &now));
	append(line, &length, " s");
	store_own(&shown, true);
	if (write(STDERR_FILENO, line, length) < 0)
		store_own(&shown, false);
	errno = error;
}

/* Removes the line. The timer is ignored first: a tick between the removal and the end
 * of the process would write the line again. The kernel has reset the handler on entry,
 * so the raised signal ends the process. */
static void interrupted(int number)
{
	signal(SIGALRM, SIG_IGN);
	if (load_own(&shown) && write(STDERR_FILENO, ERASE, strlen(ERASE)) < 0)
		store_own(&shown, false);
	raise(number);
}

static void handle(int number, void (*handler)(int), int flags)
{
	struct sigaction action = { .sa_handler = handler, .sa_flags = flags }, old;

	sigemptyset(&action.sa_mask);
	if (!sigaction(number, NULL, &old) && old.sa_handler == SIG_DFL)
		sigaction(number, &action, NULL);
}

void progress_watch(const char *name)
{
	const struct itimerval every = { { 1, 0 }, { PATIENCE, 0 } };

	if (!isatty(STDERR_FILENO))
		return;
	store_own(&command, name);
	progress_stage("working");
	clock_gettime(CLOCK_MONOTONIC, &begun);
	handle(SIGALRM, tick, SA_RESTART);
	handle(SIGINT, interrupted, SA_RESETHAND);
	handle(SIGTERM, interrupted, SA_RESETHAND);
	setitimer(ITIMER_REAL, &every, NULL);
}

void progress_stage(const char *name)
{
	store_own(&stage, name);
}

void progress(const char *format, ...)
{
	va_list arguments;

	if (!isatty(STDERR_FILENO))
		return;
	va_start(arguments, format);
	fputs(ERASE, stderr);
	vfprintf(stderr, format, arguments);
	va_end(arguments);
	fflush(stderr);
	store_own(&shown, true);
}

void progress_output(void)
{
	if (isatty(STDOUT_FILENO))
		progress_end();
	else
		progress_stage("writing");
}

void progress_end(void)
{
	const struct itimerval never = { 0 };

	if (load_own(&command))
		setitimer(ITIMER_REAL, &never, NULL);
	if (load_own(&shown)) {
		fputs(ERASE, stderr);
		fflush(stderr);
	}
	store_own(&shown, false);
}
