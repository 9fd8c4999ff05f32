/* Allocates memory for data, with sizes that cannot overflow. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <unistd.h>
#include "apps/fail.h"
#include "apps/app_memory.h"

enum {
	LINE = 64
};

size_t times(size_t a, size_t b)
{
	size_t product;

	if (__builtin_mul_overflow(a, b, &product))
		fail(REFUSED, "%zu times %zu bytes is more than this machine can count", a, b);
	return product;
}

size_t plus(size_t a, size_t b)
{
	size_t sum;

	if (__builtin_add_overflow(a, b, &sum))
		fail(REFUSED, "%zu and %zu bytes is more than this machine can count", a, b);
	return sum;
}

size_t part(size_t total, int parts)
{
	return total / (size_t)parts + (total % (size_t)parts != 0);
}

void memory_spoil(unsigned char *bytes, size_t count)
{
	for (size_t i = 0; i < count; i++)
		bytes[i] = (unsigned char)~bytes[i];
}

/* Refuses requests that exceed the machine's memory. The kernel might promise memory that does not
 * exist, and kill the application at the first touch. */
void *memory(size_t count, size_t size)
{
	size_t bytes = times(count, size);
	double machine = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
	void *result = NULL;

	if (!bytes)
		return NULL;
	if ((double)bytes > machine || posix_memalign(&result, LINE, bytes))
		fail(REFUSED,
			"%.3g GB of memory are needed, and this machine has %.3g; fewer nodes need "
			"less",
			(double)bytes / 1e9, machine / 1e9);
	return result;
}
