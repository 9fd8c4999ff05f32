/* Pace: links with a start-up time and a rate, ports with a rule, on the real clock. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_PACED_PACE_H
#define RUNTIME_PACED_PACE_H

#include "runtime/team/team_state.h"
#include "runtime/team/step.h"

/* The time of a paced team, in seconds from any moment. */
struct timepiece {
	double (*now)(void *context);
	/* When nothing can go on before `until`, this passes the time, in place of waiting. For tests
	 * that have a time of their own, on one thread. NULL: time passes by itself. */
	void (*pass)(void *context, double until);
	void *context;
};

/* What every directed link of a team is given. */
struct pacing {
	double beta, tau;		   /* seconds for each packet, seconds for each byte */
	const struct timepiece *timepiece; /* copied; NULL: the system's monotonic clock */
};

/* A team whose nodes, workers and rings are there gets its pace. 0; -EINVAL for times that are none;
 * -ENOMEM. pace_close takes a team without one. */
int pace_open(struct team *team, const struct pacing *pacing);
void pace_close(struct team *team);

/* The program is the node's: begins it now. 0, -EINVAL (the program has no dependences), -ENOMEM. */
int pace_begin(struct node *me, const struct program *program);

/* As node_step, for a node with a pace. */
enum outcome pace_step(struct node *me);

/* Waits until one of the worker's busy nodes can go on. 0, or -errno of the fault. */
int pace_wait(struct worker *me);

/* The instruction in which the node waits is a packet that has left: it comes back when the ring's head is
 * at that position. */
bool pace_sent(const struct node *me, uint32_t *position);

/* How well a team kept its pace. */
struct pace_kept {
	double late;  /* seconds: what the node that was late most was late in all its operations */
	double spent; /* seconds that it spent in them */
};

/* False for a team without a pace. Counts since the last call; not while operations run. */
bool team_pace(struct team *team, struct pace_kept *kept);

/* What the team was given; NULL: it has no pace. Where it has, programs need dependences
 * (plan/program/dependence.h). */
const struct pacing *team_pacing(const struct team *team);

#endif
