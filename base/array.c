/* Grows arrays by doubling, and asks for large pages for large arrays. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/memory_budget.h"
#include "base/large_pages.h"
#include "base/error.h"

/* Returns true if that many more things fit in memory. */
static bool fits(size_t things, size_t bytes)
{
	return memory_budget_has((double)things * (double)bytes);
}

enum {
	LEAST = 8 /* things: each node's program has some arrays, and most of these stay small */
};

/* Doubles the room until it is enough; the first room is what is needed. If that does not fit in
 * memory, returns little more than needed, or 0. */
static size_t enough_for(size_t needed, size_t room, size_t bytes)
{
	size_t enough = room ? room : needed > LEAST ? needed : LEAST;

	while (enough < needed)
		enough *= 2;
	if (fits(enough - room, bytes))
		return enough;
	enough = needed + needed / 16;
	return fits(enough - room, bytes) ? enough : 0;
}

int array_grow(void *array, size_t *room, size_t needed, size_t bytes)
{
	size_t enough = enough_for(needed, *room, bytes);
	void *old, *grown;

	if (!enough)
		return why(ENOMEM, "no memory for %zu things of %zu bytes", needed, bytes);
	memcpy(&old, array, sizeof old);
	grown = reallocarray(old, enough, bytes);
	if (!grown)
		return why(ENOMEM, "no memory for %zu things of %zu bytes", enough, bytes);
	large_pages_ask(grown, enough * bytes);
	memcpy(array, &grown, sizeof grown);
	*room = enough;
	return 0;
}

void *array_new(size_t things, size_t bytes)
{
	void *array = fits(things, bytes) ? reallocarray(NULL, things + 1, bytes) : NULL;

	large_pages_ask(array, things * bytes);
	return array;
}

/* For large arrays calloc returns fresh pages, which the kernel has zeroed already. */
void *array_zeros(size_t things, size_t bytes)
{
	void *array = fits(things, bytes) ? calloc(things + 1, bytes) : NULL;

	large_pages_ask(array, things * bytes);
	return array;
}

void *array_zeros_aligned(size_t things, size_t bytes)
{
	void *array = NULL;

	if (things * bytes == 0 || posix_memalign(&array, 128, things * bytes))
		return NULL;
	return memset(array, 0, things * bytes);
}
