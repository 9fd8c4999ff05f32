/* A request with GROVE_IN_PLACE becomes a request of two buffers. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LIBRARY_SIZED_IN_PLACE_H
#define LIBRARY_SIZED_IN_PLACE_H

#include "library/packed_memory.h"
#include "library/sized/place_blocks.h"

/* The blocks that a node sends in an alltoall in place. Blocks that arrive overwrite them, so they
 * are copied first, one after another. Of other collectives only `sizes` counts. */
struct sent_blocks {
	const struct sized_block *block; /* [count]: in the output */
	size_t count, own;		 /* the own block stays where it is */
	unsigned char *copy;
	struct grove_blocks sizes; /* of the request, with those of the buffer that was replaced */
};

/* Replaces GROVE_IN_PLACE by the memory that it stands for: the own block's place in the other
 * buffer, the whole output where bytes are combined, or the copy in an alltoall. Without
 * GROVE_IN_PLACE nothing changes. The request then refers to `sent`. Returns 0, -ENOMEM, or -EINVAL
 * with why: not for this buffer of this node. The memory holds the copy, and is the caller's. */
int in_place_open(struct collective_request *request, struct node *me, struct grown_memory *memory,
	struct sent_blocks *sent);

/* Copies the blocks that will be sent. The request was checked before. */
void sent_blocks_copy(const struct sent_blocks *sent);

#endif
