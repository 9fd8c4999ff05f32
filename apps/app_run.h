/* Declares a collective of an application: its plan, its figures and its time. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef APPS_APP_RUN_H
#define APPS_APP_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include "apps/app_session.h"
#include "apps/interval.h"

struct app_run {
	const char *collective;
	char algorithm[64];
	const char *forward; /* "copy" or "reference" */
	size_t bytes;	     /* of one block */
	struct grove_plan *plan;
	const struct grove_buffers *buffers;
	struct grove_figures figures; /* by copy only */
	double delivered;	      /* bytes that come to their place from another node */
	double predicted;	      /* seconds; NAN when there is no prediction */
	struct interval time;	      /* seconds */
};

/* Makes the plan, for blocks of the problem's `bytes`. Ends the application on error. */
void run_open(struct app_run *run, struct app_session *session, const struct grove_problem *problem,
	const struct grove_buffers *buffers);
void run_close(struct app_run *run);

/* Carries out the collective once and returns its seconds. */
double run_once(const struct app_run *run, struct app_session *session);

/* Returns true if the bytes themselves cross the links. */
bool run_by_copy(const struct app_run *run);

#endif
