/* The layout of a team in memory: nodes, workers, and the rings of all links. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_LAYOUT_H
#define RUNTIME_LAYOUT_H

#include "runtime/crew.h"
#include "runtime/limits.h"

/* Zeroed memory on a boundary of 128 bytes, or NULL. For free. */
void *layout_zeroed(size_t count, size_t size);

/* Fills in a team whose net, threads and workers are set. 0, or -ENOMEM with why; layout_free
 * takes what there is. */
int layout_open(struct team *team, const struct demand *demand);
void layout_free(struct team *team);

#endif
