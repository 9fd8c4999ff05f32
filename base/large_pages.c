/* Asks the system for large pages. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdbool.h>
#include <stdlib.h>
#include <sys/mman.h>
#include "base/large_pages.h"

/* Plans of millions of hops are sorted by dealing the hops all over an array. With pages of 4 KiB
 * such an array costs a page fault for every 200 hops, and then a miss of the TLB for most hops. */
static const size_t LARGE_PAGE = 2 << 20;

void large_pages_ask(void *memory, size_t bytes)
{
	size_t begin = ((size_t)memory + LARGE_PAGE - 1) & ~(LARGE_PAGE - 1);
	size_t end = ((size_t)memory + bytes) & ~(LARGE_PAGE - 1);

	if (memory && end > begin)
		(void)madvise(
			(char *)memory + (begin - (size_t)memory), end - begin, MADV_HUGEPAGE);
}

/* A boundary of 128 bytes: memory shares no pair of cache lines with other memory. */
void *large_pages_new(size_t bytes)
{
	bool large = bytes >= 2 * LARGE_PAGE;
	void *memory = NULL;

	if (posix_memalign(&memory, large ? LARGE_PAGE : 128, bytes))
		return NULL;
	if (large)
		large_pages_ask(memory, bytes);
	return memory;
}
