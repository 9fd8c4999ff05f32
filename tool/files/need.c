/* Ends a command that cannot do its task, and allocates memory with sizes that cannot overflow. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <unistd.h>
#include "base/size.h"
#include "tool/files/need.h"

enum {
	LINE = 64
};

void need_done(int error)
{
	if (error)
		exit(say_why(error));
}

size_t need_product(size_t a, size_t b)
{
	size_t product;

	if (!size_multiply(&product, a, b))
		end_command(STATUS_REFUSED,
			"%zu times %zu bytes is more than this machine can count", a, b);
	return product;
}

size_t need_sum(size_t a, size_t b)
{
	size_t sum;

	if (__builtin_add_overflow(a, b, &sum))
		end_command(STATUS_REFUSED, "%zu and %zu bytes is more than this machine can count",
			a, b);
	return sum;
}

size_t part_size(size_t total, int parts)
{
	return total / (size_t)parts + (total % (size_t)parts != 0);
}

void bytes_spoil(unsigned char *bytes, size_t count)
{
	for (size_t i = 0; i < count; i++)
		bytes[i] = (unsigned char)~bytes[i];
}

/* Refuses requests that exceed the machine's memory. The kernel might promise memory that does not
 * exist, and kill the process at the first touch. */
void *need_memory(size_t count, size_t size)
{
	size_t bytes = need_product(count, size);
	double machine = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
	void *result = NULL;

	if (!bytes)
		return NULL;
	if ((double)bytes > machine || posix_memalign(&result, LINE, bytes))
		end_command(STATUS_REFUSED,
			"%.3g GB of memory are needed, and this machine has %.3g; fewer nodes need "
			"less",
			(double)bytes / 1e9, machine / 1e9);
	return result;
}

void need_whole(const char *path, const char *what, size_t there, size_t wanted)
{
	if (there < wanted)
		end_command(STATUS_REFUSED,
			"%s is truncated: %zu bytes of the %s are there, of %zu", path, there,
			what, wanted);
	if (there > wanted)
		end_command(STATUS_REFUSED, "%s goes on for %zu bytes after the %s", path,
			there - wanted, what);
}
