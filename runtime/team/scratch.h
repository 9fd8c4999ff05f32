/* Scratch: the memory that a node's programs put aside what they receive in. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_SCRATCH_H
#define RUNTIME_SCRATCH_H

#include "runtime/team/node_state.h"

/* At least that many bytes at space[SCRATCH]. 0, or -ENOMEM and the team has failed. */
int scratch_grow(struct node *me, size_t bytes);
void scratch_free(struct node *me);

#endif
