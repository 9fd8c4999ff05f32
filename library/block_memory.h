/* Memory for the blocks of a node, which grows to the largest operation so far and stays. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LIBRARY_BLOCK_MEMORY_H
#define LIBRARY_BLOCK_MEMORY_H

#include <stddef.h>

/* A piece of memory, at first without bytes. */
struct grown_memory {
	void *bytes;
	size_t room;
};

struct block_memory {
	struct grown_memory lists;  /* of packed blocks, or of messages with neighbours */
	struct grown_memory blocks; /* that are packed (requests/packed_blocks.h) */
	/* Of calls in which blocks have sizes (sized/sized.h): the blocks where they lie, the sizes
	 * of all nodes, and what an alltoallv in place sends. */
	struct grown_memory placed, sizes, sent;
};

/* Makes room for that many bytes; what the memory held is lost. Returns the bytes, or NULL with
 * why. */
void *memory_grow(struct grown_memory *memory, size_t bytes);
void block_memory_free(struct block_memory *memory);

#endif
