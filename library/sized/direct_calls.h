/* Direct calls: each block crosses a single link, and packets carry blocks of any size. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LIBRARY_SIZED_DIRECT_CALLS_H
#define LIBRARY_SIZED_DIRECT_CALLS_H

#include "library/sized/place_blocks.h"

/* Returns true if this plan takes all bytes in one step by copy, each whole block over one link.
 * Then the two nodes that know the size of a block are the nodes that handle the block. */
bool plan_direct(const struct grove_plan *plan);

/* Copies a program without its dependences. Returns NULL if memory is short. */
struct program *program_copy(const struct program *program);

/* Makes a program of this root that gets its sizes with each call. Returns 0, -EINVAL or -ENOMEM
 * with why. */
int direct_make(struct program **program, struct node *me, const struct grove_plan *plan, int root);

/* Returns the bytes of a node's blocks, the input's first. */
size_t direct_bytes(
	struct node *me, const struct collective_request *r, const struct sized_block *blocks);

/* Writes the places and sizes of these blocks into such a program. */
void direct_write(struct program *program, struct node *me, const struct collective_request *r,
	const struct sized_block *blocks);

#endif
