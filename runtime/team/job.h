/* A job is what the threads of a team run together, each with its nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_TEAM_JOB_H
#define RUNTIME_TEAM_JOB_H

#include "runtime/node/team_state.h"

enum {
	SHORT_SLICE_NS = 100000 /* of a thread whose cores are short, or whose links are paced */
};

/* Gives the job to all threads of the team's own. */
void job_publish(struct team *team, const struct job_body *body);

/* Runs the job's body as this worker, and counts the worker out. job_end does the latter alone. */
void job_do(struct worker *me);
void job_end(struct worker *me);

/* The main function of a thread of the team, from the thread's start to team_stop. */
void *worker_main(void *worker);

/* Ends and joins all threads that were started. */
void team_stop(struct team *team);

#endif
