/* Memory for the blocks of a node, which grows to the largest operation so far and stays. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/mman.h>
#include "base/error.h"
#include "library/block_memory.h"

enum {
	ALIGNMENT = 128,
	HUGE_PAGE = 2 << 20
};

void *memory_grow(struct grown_memory *memory, size_t bytes)
{
	bool huge = bytes >= 2 * (size_t)HUGE_PAGE;

	if (bytes <= memory->room)
		return memory->bytes;
	free(memory->bytes);
	*memory = (struct grown_memory){ NULL, 0 };
	if (posix_memalign(&memory->bytes, huge ? HUGE_PAGE : ALIGNMENT, bytes)) {
		memory->bytes = NULL;
		why(ENOMEM, "no memory for %zu bytes of blocks", bytes);
		return NULL;
	}
	if (huge)
		madvise(memory->bytes, bytes, MADV_HUGEPAGE);
	memory->room = bytes;
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
