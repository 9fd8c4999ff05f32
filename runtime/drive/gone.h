/* A node whose body has returned, or which has left its sub-team, is gone: nobody waits for it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_DRIVE_GONE_H
#define RUNTIME_DRIVE_GONE_H

#include "runtime/ring/departure.h"
#include "runtime/node/team_state.h"

/* Says that the node has gone for good, and wakes all threads of the family. An error of the node's
 * body must have failed the team before. */
void node_go(struct node *me);

/* Returns what a node says that goes in the team's present job. In the next job, which has another
 * number, that says nothing, and so does 0. A sub-team has no jobs: heal.c stores 0 before nodes
 * come back. */
static inline uint32_t job_to_go(const struct team *team)
{
	return load_own(&team->job.number) << 1 | 1;
}

/* Returns true if the node will never act again. What the node did before is visible. */
static inline bool node_gone(const struct node *node)
{
	return departure_seen(&node->news.gone, job_to_go(node->team));
}

/* Returns true if a started activity cannot end any more, because nodes have gone. */
bool pending_hopeless(struct pending *me);

/* Returns true if the body that waits for the activity waits in vain, because nodes have gone. */
bool pending_vain(struct pending *me);

/* Returns true if a waiting node of the worker needs an action of a node that has gone. */
bool worker_waits_in_vain(const struct worker *me);

/* Fails the team because worker_waits_in_vain has returned true. Returns -errno. */
int worker_gives_up(struct worker *me);

/* The team at the top of the team's family. */
static inline struct team *team_top(struct team *team)
{
	while (team->family.above)
		team = team->family.above;
	return team;
}

#endif
