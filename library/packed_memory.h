/* Memory for packed blocks, which grows to the largest operation so far and stays. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LIBRARY_PACKED_MEMORY_H
#define LIBRARY_PACKED_MEMORY_H

#include <stddef.h>

/* A piece of memory, at first without bytes. */
struct grown_memory {
	void *bytes;
	size_t room;
};

struct packed_memory {
	struct grown_memory lists, blocks;
	struct grown_memory sent; /* of an alltoallv in place (sized/in_place.h) */
};

/* Makes room for that many bytes; what the memory held is lost. Returns the bytes, or NULL with
 * why. */
void *memory_grow(struct grown_memory *memory, size_t bytes);
void packed_memory_free(struct packed_memory *memory);

#endif
