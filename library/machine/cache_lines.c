/* Rewrites, reads and flushes whole ranges of memory, a cache line at a time. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdint.h>
#include "library/machine/cache_lines.h"

/* No processor that grove runs on has shorter lines. Of longer lines each is touched twice. */
enum {
	LINE = 64
};

/* Keeps the compiler from knowing a value, so that loads and stores of the value stay. */
static inline unsigned char unknown(unsigned char value)
{
	__asm__("" : "+r"(value));
	return value;
}

/* Returns the first byte of the range that lies in the line after the line of `at`. */
static unsigned char *next_line(const unsigned char *at)
{
	return (unsigned char *)(((uintptr_t)at | (LINE - 1)) + 1);
}

/* A node without such a buffer has NULL and no bytes. */
static const unsigned char *end_of(const void *at, size_t bytes)
{
	return bytes ? (const unsigned char *)at + bytes : at;
}

void lines_rewrite(void *at, size_t bytes)
{
	const unsigned char *end = end_of(at, bytes);
	unsigned char *byte = at;

	for (; byte < end; byte = next_line(byte))
		*byte = unknown(*byte);
}

void lines_read(const void *at, size_t bytes)
{
	const unsigned char *byte = at, *end = end_of(at, bytes);
	unsigned char sum = 0;

	for (; byte < end; byte = next_line(byte))
		sum ^= *byte;
	__asm__ volatile("" : : "r"(sum));
}

#if defined(__x86_64__) && defined(__SSE2__)
#include <cpuid.h>
#include <immintrin.h>

enum {
	EXTENDED_FEATURES = 7
};

enum flushing lines_flushing(void)
{
	unsigned a, b = 0, c, d;

	if (__get_cpuid_count(EXTENDED_FEATURES, 0, &a, &b, &c, &d) && b & bit_CLFLUSHOPT)
		return FLUSHING_OVERLAPS;
	return FLUSHING_SINGLE; /* every x86-64 processor has clflush */
}

__attribute__((target("clflushopt"))) static void flush_overlapping(
	const unsigned char *byte, const unsigned char *end)
{
	for (; byte < end; byte = next_line(byte))
		_mm_clflushopt((void *)(uintptr_t)byte);
}

static void flush_single(const unsigned char *byte, const unsigned char *end)
{
	for (; byte < end; byte = next_line(byte))
		_mm_clflush(byte);
}

void lines_flush(enum flushing how, const void *at, size_t bytes)
{
	const unsigned char *byte = at;

	_mm_mfence(); /* stores before, and flushes before what follows */
	(how == FLUSHING_OVERLAPS ? flush_overlapping : flush_single)(byte, end_of(at, bytes));
	_mm_mfence();
}
#else
enum flushing lines_flushing(void)
{
	return FLUSHING_NONE;
}

void lines_flush(enum flushing how, const void *at, size_t bytes)
{
	(void)how;
	(void)at;
	(void)bytes;
}
#endif
