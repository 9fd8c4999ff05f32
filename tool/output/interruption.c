/* Notes SIGINT and SIGTERM, so that a sub-command can end its output before it ends. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include "tool/output/interruption.h"

static volatile sig_atomic_t noted; /* the signal; 0: none */
static time_t noted_at;		    /* of the clock, in seconds */

static void end_by(int number)
{
	signal(number, SIG_DFL);
	raise(number);
}

/* A signal to a group of processes may come twice in a moment, as timeout(1) sends it. A later one
 * is meant. */
static void note(int number)
{
	struct timespec now = { 0 };

	clock_gettime(CLOCK_MONOTONIC, &now);
	if (noted && now.tv_sec > noted_at + 1)
		end_by(number);
	if (!noted)
		noted_at = now.tv_sec;
	noted = number;
}

static void watch(int number)
{
	/* Output that waits for its reader goes on after the signal. */
	struct sigaction action = { .sa_handler = note, .sa_flags = SA_RESTART }, old;

	if (!sigaction(number, NULL, &old) && old.sa_handler != SIG_IGN)
		sigaction(number, &action, NULL);
}

void interruption_watch(void)
{
	watch(SIGINT);
	watch(SIGTERM);
}

bool interrupted(void)
{
	return noted;
}

int interruption_end(int status)
{
	if (!noted)
		return status;
	fflush(stdout);
	end_by(noted);
	return status;
}
