/* A sub-team is a team whose nodes run on the threads of another team's nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_TEAM_SUB_TEAM_H
#define RUNTIME_TEAM_SUB_TEAM_H

#include "runtime/node/team_state.h"
#include "runtime/team/team.h"

/* Opens a team without threads of its own, below `parent`: node v runs on the thread of the
 * parent's node above[v]. Of a team over several processes, each process that has such nodes opens
 * its part. The sub-team waits and times out as the parent does; pacing as in team_options. The
 * sub-team is over when the last of its nodes has left, or else with the parent. Returns 0 or
 * -errno with why. */
int sub_team_open(struct team **team, struct team *parent, const struct network *net,
	const struct pacing *pacing, const int *above);

/* For a sub-team with nodes in several processes: what the other processes must know of this one
 * before nodes enter, and what the process of node v has told. Otherwise 0, and nothing. */
int sub_team_address(const struct team *team);
void sub_team_know(struct team *team, int v, int address);

/* Closes a sub-team that no thread is in. Returns as team_close does. */
int sub_team_close(struct team *team);

/* Makes the calling thread node v of a sub-team, for as long as the thread is node above[v] of the
 * parent. Returns 0 or -errno with why; then the sub-team is aborted. */
int sub_team_enter(struct team *team, int v, struct node **me);

/* Leaves a sub-team; the last node to leave closes the sub-team. Nodes of teams below this one,
 * that the same node entered, leave first. Returns 0, -EDEADLK inside a fold, or -EINVAL when the
 * nodes of the closed team had called different operations. */
int sub_team_leave(struct node *me);

/* Leaves all sub-teams that the calling thread entered as this node. Returns 0 or the first
 * error. */
int sub_teams_leave(const struct node *above);

/* Returns true if the team was opened by sub_team_open. */
bool team_is_sub(const struct team *team);

/* Frees the locks of a team and of all teams below, in a forked child: a thread of the parent may
 * have held a lock. */
void sub_teams_unlock(struct team *team);

/* Frees all teams below a team whose nodes have ended; and also what is kept for later splits of a
 * team that is being closed. */
void sub_teams_close(struct team *team);
void sub_teams_free(struct team *team);

#endif
