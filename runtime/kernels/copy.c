/* Copies bytes with memcpy, or past the caches where the caches could not hold the result. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdint.h>
#include <string.h>
#include "runtime/kernels/copy.h"

/* A usual store first reads the line to be overwritten, and later pushes another line out of the
 * cache. A non-temporal store does neither. Every x86-64 processor has such stores (SSE2), so the
 * processor is not asked. Four pages are copied side by side, because memory is then faster than
 * with a page after the other. Measured on two cores, from two times 16 MiB into two times 32 MiB,
 * with caches of 105 MiB: 6.6 GB/s for each core by memcpy, 9.2 a page at a time, 11.3 four pages
 * side by side. Where the result stays in a cache, the reader of the copy loses more than the copy
 * gains (all-to-all of 2 MiB on two nodes 440 us, 400 past the caches; its reader 200 us and 430),
 * so the gain has to be large (copy_trial.c).
 *
 * Sanitizers do not see these stores, and other processors may lack such stores. In both cases
 * memcpy is used. */
#if defined(__SSE2__) && !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)
#include <emmintrin.h>
enum {
	PAGE = 4096,
	PAGES = 4,
	RUN = 128, /* bytes of a page, before the next page has its turn */
	ALIGNED = 64
};

static inline void stream_run(unsigned char *to, const unsigned char *from)
{
	for (int i = 0; i < RUN; i += 16)
		_mm_stream_si128((void *)(to + i), _mm_loadu_si128((const void *)(from + i)));
}

static void stream_pages(unsigned char *to, const unsigned char *from)
{
	for (size_t at = 0; at < PAGE; at += RUN)
		for (size_t page = 0; page < PAGES; page++)
			stream_run(to + page * PAGE + at, from + page * PAGE + at);
}

/* A release does not order non-temporal stores. The fence does. */
static void copy_past(unsigned char *to, const unsigned char *from, size_t bytes)
{
	size_t front = -(uintptr_t)to & (ALIGNED - 1), block = PAGES * PAGE;

	if (bytes > block) {
		memcpy(to, from, front);
		to += front;
		from += front;
		bytes -= front;
		for (; bytes >= block; bytes -= block, to += block, from += block)
			stream_pages(to, from);
		_mm_sfence();
	}
	memcpy(to, from, bytes);
}

void copy_line(void *to, const void *from)
{
	for (int i = 0; i < ALIGNED; i += 16)
		_mm_stream_si128((void *)((unsigned char *)to + i),
			_mm_load_si128((const void *)((const unsigned char *)from + i)));
}

void copy_done(void)
{
	_mm_sfence();
}
#else
static void copy_past(unsigned char *to, const unsigned char *from, size_t bytes)
{
	memcpy(to, from, bytes);
}

void copy_line(void *to, const void *from)
{
	memcpy(to, from, 64);
}

void copy_done(void)
{
}
#endif

void copy_bytes(void *to, const void *from, size_t bytes, bool past)
{
	if (past)
		copy_past(to, from, bytes);
	else if (bytes) /* no bytes may have no address */
		memcpy(to, from, bytes);
}
