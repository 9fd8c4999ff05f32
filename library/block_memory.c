/* Memory for the blocks of a node, which grows to the largest operation so far and stays. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/error.h"
#include "base/large_pages.h"
#include "library/block_memory.h"

void *memory_grow(struct grown_memory *memory, size_t bytes)
{
	if (bytes <= memory->room)
		return memory->bytes;
	free(memory->bytes);
	memory->bytes = large_pages_new(bytes);
	memory->room = memory->bytes ? bytes : 0;
	if (!memory->bytes)
		why(ENOMEM, "no memory for %zu bytes of blocks", bytes);
	return memory->bytes;
}

void block_memory_free(struct block_memory *memory)
{
	free(memory->lists.bytes);
	free(memory->blocks.bytes);
	free(memory->placed.bytes);
	free(memory->sizes.bytes);
	free(memory->sent.bytes);
}
