/* A team that has failed heals when all its nodes have come home: then it is as new. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_TEAM_HEAL_H
#define RUNTIME_TEAM_HEAL_H

#include "runtime/node/team_state.h"

/* Makes a failed team as new: empties all rings, forgets all operations, closes sub-teams, and
 * starts threads again that have ended. Called by the holder of the team while no node is in a body
 * and no thread is attached. If a thread can not be started, the team stays as it is: every call
 * returns the failure until a later call heals the team. A team over several processes
 * stays as it is for good. */
void team_heal(struct team *team);

/* Heals a failed team of callers' threads if no thread is attached. */
void guests_heal(struct team *team);

#endif
