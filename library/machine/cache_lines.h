/* Rewrites, reads and flushes whole ranges of memory, a cache line at a time. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LIBRARY_CACHE_LINES_H
#define LIBRARY_CACHE_LINES_H

#include <stddef.h>

/* Stores to each line of the range and changes no byte. Afterwards the core of the calling thread
 * holds the lines, as far as its caches reach, and no other core does. NULL with 0 bytes is fine,
 * here and below. */
void lines_rewrite(void *at, size_t bytes);

/* Loads from each line of the range. */
void lines_read(const void *at, size_t bytes);

/* How this processor removes a line from the caches of all cores. */
enum flushing {
	FLUSHING_NONE,	  /* by no instruction */
	FLUSHING_SINGLE,  /* clflush: each flush waits for the flush before */
	FLUSHING_OVERLAPS /* clflushopt */
};

/* Asks the processor, which takes long on a virtual machine. */
enum flushing lines_flushing(void);

/* Removes all lines of the range from the caches of all cores. `how` is not FLUSHING_NONE. */
void lines_flush(enum flushing how, const void *at, size_t bytes);

#endif
