/* Declares a collective of an application: its plan, its figures and its time. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_APPLICATIONS_APP_RUN_H
#define TOOL_APPLICATIONS_APP_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include "tool/applications/app_session.h"
#include "tool/applications/link_copies.h"

struct app_run {
	const char *collective;
	char algorithm[64];
	const char *forward; /* "copy" or "reference" */
	size_t bytes;	     /* of one block */
	struct grove_plan *plan;
	const struct grove_buffers *buffers;
	int nodes;
	struct grove_link_use *uses; /* of all links, in the last watched operation */
	size_t links;
	struct link_copies bare[BARE_WAYS]; /* none by reference */
	struct grove_figures figures;	    /* by copy only */
	double delivered;		    /* bytes that come to their place from another node */
	double predicted;		    /* seconds; NAN when there is no prediction */
};

/* Makes the plan, for blocks of the problem's `bytes`. Ends the command on error. */
void app_run_open(struct app_run *run, struct app_session *session,
	const struct grove_problem *problem, const struct grove_buffers *buffers);
void run_close(struct app_run *run);

/* Forgets the prediction if the present one differs: the cores moved while the run was measured. */
void run_judge_prediction(struct app_run *run, struct app_session *session);

/* Runs the collective once and returns its seconds. */
double run_once(const struct app_run *run, struct app_session *session);

/* Does the same with watched links, and fills in the uses. */
double run_watched(struct app_run *run, struct app_session *session);

/* Makes bare copies of the bytes that crossed each link when the run was watched. */
void run_bare(struct app_run *run);

/* Returns true if the bytes themselves cross the links. */
bool run_by_copy(const struct app_run *run);

#endif
