/* The blocks of a node's buffers, where each block has a size and a place of its own. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LIBRARY_SIZED_PLACE_BLOCKS_H
#define LIBRARY_SIZED_PLACE_BLOCKS_H

#include "library/prepared.h"

/* Finds the blocks of node v's input and output, and places both lists in `blocks`, the input's
 * first. Returns 0, -EINVAL with why (a size, a place or a buffer is wrong, blocks overlap, or the
 * node's own block has two sizes), or -ENOMEM. */
int blocks_place(struct sized_block *blocks, const struct collective_request *request,
	const struct problem *problem, int v);

/* Returns the number of blocks in both lists. */
size_t blocks_count(const struct problem *problem, int v);

#endif
