/* Direct calls: each block crosses a single link, and packets carry blocks of any size. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LIBRARY_SIZED_DIRECT_CALLS_H
#define LIBRARY_SIZED_DIRECT_CALLS_H

#include "library/sized/sized_calls.h"

/* Returns true if this plan takes all bytes in one step by copy, each whole block over one link.
 * Then the two nodes that know the size of a block are the nodes that handle the block. */
bool plan_direct(const struct grove_plan *plan);

/* Copies a program without its dependences. Returns NULL if memory is short. */
struct program *program_copy(const struct program *program);

/* Fills in the call of a node. Returns 0, -EINVAL, or -ENOMEM with why. */
int direct_prepare(struct node *me, const struct sized_request *request,
	const struct grove_plan *plan, struct call *call);

#endif
