/* Packed blocks are copies, each in one piece, of the blocks that an application describes as
 * subarrays. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LIBRARY_REQUESTS_PACKED_BLOCKS_H
#define LIBRARY_REQUESTS_PACKED_BLOCKS_H

#include "library/block_memory.h"
#include "library/messages/messages.h"
#include "plan/problem.h"

/* The blocks of an input or an output. */
struct packed_side {
	struct strided *block; /* [count]: in the application's memory; NULL: no subarrays */
	size_t *bytes;	       /* [count] */
	size_t count, all;     /* all: bytes */
	unsigned char *packed; /* NULL: nothing is packed, as the blocks follow one another */
};

struct packed_blocks {
	struct packed_side in, out;
	struct grove_blocks sizes; /* of an operation in which blocks have sizes of their own */
	/* The output is read before, instead of an input: a single block (0 or more), or all
	 * blocks (-1); and written at the end. */
	bool out_read, out_written;
	int64_t out_own;
};

/* What a node does with its blocks. */
struct packed_use {
	const struct problem *problem; /* only collective, network, root and destination count */
	int node;
	const char *name; /* for messages */
	size_t bytes;	  /* of each block, unless the operation has `blocks` */
	size_t element;	  /* of a folding collective; else 1 */
};

/* Reads the subarrays of an operation, and replaces buffers and sizes by those of packed blocks.
 * The memory holds the blocks, and is the caller's. Returns 0, -EINVAL, or -ENOMEM with why. */
int packed_open(struct packed_blocks *blocks, struct block_memory *memory,
	struct grove_operation *operation, const struct packed_use *use);

/* Copies what the operation reads from the application's memory, and afterwards what the operation
 * has written to that memory. */
void packed_read(const struct packed_blocks *blocks);
void packed_write(const struct packed_blocks *blocks);

#endif
