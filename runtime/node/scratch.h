/* Scratch is a node's memory for bytes that are received and not yet part of the output. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_NODE_SCRATCH_H
#define RUNTIME_NODE_SCRATCH_H

#include "runtime/node/node_state.h"

/* Makes space[SCRATCH] hold at least that many bytes. Returns 0, or -ENOMEM after failing the
 * team. */
int scratch_grow(struct node *me, size_t bytes);
void scratch_free(struct node *me);

#endif
