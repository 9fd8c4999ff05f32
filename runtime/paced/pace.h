/* A pace gives links a start-up time and a rate, and ports a rule, on the real clock. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_PACED_PACE_H
#define RUNTIME_PACED_PACE_H

#include "runtime/node/team_state.h"
#include "runtime/node/step.h"

/* The time of a paced team, in seconds from any moment. */
struct timepiece {
	double (*now)(void *context);
	/* When nothing can go on before `until`, this function passes the time, instead of
	 * waiting. For single-threaded tests with a time of their own. NULL: time passes without
	 * help. */
	void (*pass)(void *context, double until);
	void *context;
};

/* The times of every directed link of a team. */
struct pacing {
	double beta, tau;		   /* seconds for each packet, seconds for each byte */
	const struct timepiece *timepiece; /* copied; NULL: the system's monotonic clock */
};

/* Gives a pace to a team that has its nodes, workers and rings. Returns 0, -EINVAL for impossible
 * times, or -ENOMEM. pace_close also takes a team without a pace. */
int pace_open(struct team *team, const struct pacing *pacing);
void pace_close(struct team *team);

/* Begins the node's program now. Returns 0, -EINVAL (the program has no dependences), or
 * -ENOMEM. */
int pace_begin(struct node *me, const struct program *program);

/* Does the work of node_step for a paced node. */
enum outcome pace_step(struct pending *in_call);

/* Returns true if a step of the node would do something now. */
bool pace_ready(struct node *me);

/* Waits until an activity of the worker's thread can go on. Returns 0, or -errno of the abort. */
int pace_wait(struct worker *me);

/* Returns true if the node waits in an instruction for a packet that has left. The packet has come
 * back when the ring's head is at *position. */
bool pace_sent(const struct node *me, uint32_t *position);

/* Returns true if all instructions of the node are done, and the node waits only until its last
 * packet ends. */
bool pace_ending(const struct node *me);

/* The lateness of a paced team. */
struct pace_kept {
	double late;  /* seconds: the lateness of the latest node, over all operations */
	double spent; /* seconds that this node spent in operations */
};

/* Returns false for a team without a pace. Counts from the last call on. Must not be called while
 * operations run. */
bool team_pace(struct team *team, struct pace_kept *kept);

/* Returns the times that the team was given, or NULL for a team without a pace. Programs for a
 * paced team need dependences (plan/program/dependence.h). */
const struct pacing *team_pacing(const struct team *team);

#endif
