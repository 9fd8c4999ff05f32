/* A session: one plan on one team with its buffers, ready to run, be timed and be checked. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_SESSION_H
#define PERF_SESSION_H

#include "library/library_internal.h"
#include "perf/data/buffers.h"
#include "perf/checked_run.h"
#include "perf/synchronised_start.h"

enum {
	SESSION_BATCH = 1024
}; /* operations of one session_time at most */

struct session {
	struct team *team; /* borrowed, as the plan */
	const struct grove_plan *plan;
	struct pattern pattern;
	struct buffers buffers;
	struct call *calls;  /* of each node */
	struct stamp *stamp; /* SESSION_BATCH for each thread */
	struct start *start; /* of threads with a core each, their own nodes and links; else NULL */
	struct wrong *wrong; /* of each thread */
	size_t count;	     /* operations of the job that runs */
	const char *region;  /* the markers' region around them; NULL: none */
};

/* Makes the team that the options ask for. 0 or -errno. */
int session_team(struct team **team, const struct network *net, const struct run_options *options);

/* Whether this machine holds the buffers and programs of all nodes; before there is a team. 0, -EINVAL or -ENOMEM. */
int session_fits(const struct grove_plan *plan, size_t bytes);

/* Allocates and fills the buffers, and prepares every node, each by its own thread. */
int session_open(
	struct session *session, struct team *team, const struct grove_plan *plan, size_t bytes);
void session_close(struct session *session); /* also of one that is all zeros */

/* Fills all buffers anew, with other values, and wrong outputs. */
int session_refill(struct session *session);

/* `count` operations, which all threads enter at once; sample[count] are seconds from the first
 * entry to the last exit. The buffers are left alone. */
int session_time(struct session *session, size_t count, double *sample);

/* `count` operations that follow one another: the average time of one. */
int session_backtoback(struct session *session, size_t count, double *seconds);

/* Do they enter it at an agreed instant? Else behind two meetings. */
bool session_agrees(const struct session *session);

/* Compares all buffers with what they must hold now. 0 or -errno; the outcome is in *wrong. */
int session_check(struct session *session, struct wrong *wrong);

/* What is known of the plan on this team, for an operation that takes `seconds`: all of *result but
 * seconds, check and wrong; flags are added to those that are there. 0 or -errno. */
int session_describe(const struct session *session, double seconds, struct run_result *result);

/* FLAG_FOLDED, FLAG_OVERSUBSCRIBED, FLAG_UNPINNED, FLAG_SHARED: how the team's threads share cores. */
int session_flags(const struct team *team);

#endif
