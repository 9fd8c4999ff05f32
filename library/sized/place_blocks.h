/* The blocks of a node's buffers, where each block has a size and a place of its own. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LIBRARY_SIZED_PLACE_BLOCKS_H
#define LIBRARY_SIZED_PLACE_BLOCKS_H

#include "library/library_internal.h"

/* A call in which each block has a size of its own. */
struct sized_request {
	enum collective collective;
	const struct grove_plan *plan; /* NULL: chosen */
	int root;
	const void *in;
	void *out;
	struct grove_blocks blocks;
	int type; /* of a folding collective without a plan */
	const struct grove_fold *fold;
	bool in_place; /* the own block lies in both buffers; of a fold: all blocks (in_place.h) */
};

/* Returns the name of a collective with sizes, "alltoallv", or NULL if there is none. */
const char *sized_name(enum collective collective);

/* Finds the blocks of node v's input and output, and places both lists in `blocks`, the input's
 * first. Returns 0, -EINVAL with why (a size, a place or a buffer is wrong, blocks overlap, or the
 * node's own block has two sizes), or -ENOMEM. */
int blocks_place(struct sized_block *blocks, const struct sized_request *request,
	const struct problem *problem, int v);

/* Returns the number of blocks in both lists. */
size_t blocks_count(const struct problem *problem, int v);

#endif
