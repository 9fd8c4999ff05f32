/* Allocates the memory of a team: nodes, workers, and the rings of all links. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_TEAM_TEAM_MEMORY_H
#define RUNTIME_TEAM_TEAM_MEMORY_H

#include "runtime/node/team_state.h"
#include "runtime/node/team_limits.h"

/* team_memory_open fills in a team that has its net, threads and workers set. Returns 0, or -ENOMEM
 * with why. After an error team_memory_free frees the parts that were allocated. */
int team_memory_open(struct team *team, const struct demand *demand);
void team_memory_free(struct team *team);

#endif
