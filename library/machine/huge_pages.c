/* Maps memory for large buffers, and refuses too large a size before any page is touched. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdint.h>
#include <sys/mman.h>
#include "base/error.h"
#include "library/machine/huge_pages.h"
#include "runtime/node/team_limits.h"

static size_t rounded(size_t bytes)
{
	return (bytes + MEMORY_PAGE - 1) & ~(MEMORY_PAGE - 1);
}

/* Maps a page more than needed, and gives back the memory before the first page boundary and after
 * the end. */
static void *map_aligned(size_t bytes)
{
	unsigned char *mapped = mmap(NULL, bytes + MEMORY_PAGE, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	size_t front;

	if (mapped == MAP_FAILED)
		return NULL;
	front = -(uintptr_t)mapped & (MEMORY_PAGE - 1);
	if (front)
		munmap(mapped, front);
	if (MEMORY_PAGE - front)
		munmap(mapped + front + bytes, MEMORY_PAGE - front);
	return mapped + front;
}

void *huge_pages_map(size_t bytes)
{
	size_t whole = bytes < SIZE_MAX / 2 ? rounded(bytes) : bytes;
	struct limits limits;
	void *memory = NULL;

	limits_read(&limits);
	if (whole < SIZE_MAX / 2 && whole <= limits.memory)
		memory = map_aligned(whole);
	if (!memory) {
		why(ENOMEM,
			"no memory for buffers of %.1f MiB together: "
			"this process may have %.1f MiB more",
			(double)whole / 0x1p20, (double)limits.memory / 0x1p20);
		return NULL;
	}
	if (bytes >= MEMORY_PAGE)
		madvise(memory, whole, MADV_HUGEPAGE);
	return memory;
}

void huge_pages_unmap(void *memory, size_t bytes)
{
	if (memory)
		munmap(memory, rounded(bytes));
}
