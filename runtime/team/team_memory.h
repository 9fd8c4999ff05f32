/* The memory of a team: nodes, workers, and the rings of all links. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_MEMORY_H
#define RUNTIME_MEMORY_H

#include "runtime/team/team_state.h"
#include "runtime/team/team_limits.h"

/* Zeroed memory on a boundary of 128 bytes, or NULL. For free. */
void *memory_zeroed(size_t count, size_t size);

/* Fills in a team whose net, threads and workers are set. 0, or -ENOMEM with why; memory_free
 * takes what there is. */
int memory_open(struct team *team, const struct demand *demand);
void memory_free(struct team *team);

#endif
