/* Sorts with a context, by merging: wasi-libc has no qsort_r. Equal things keep their order. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "explorer/wasi/qsort_r.h"

struct order {
	size_t size; /* bytes of a thing */
	int (*compare)(const void *, const void *, void *);
	void *context;
};

/* Merges the first `half` things, moved to `room`, with the others. */
static void merge(char *things, char *room, size_t half, size_t count, const struct order *order)
{
	const size_t size = order->size;
	const char *left = room, *left_end = room + half * size;
	const char *right = things + half * size, *right_end = things + count * size;

	memcpy(room, things, half * size);
	for (; left < left_end; things += size) {
		bool second = right < right_end && order->compare(left, right, order->context) > 0;

		memcpy(things, second ? right : left, size);
		if (second)
			right += size;
		else
			left += size;
	}
}

static void sort(char *things, char *room, size_t count, const struct order *order)
{
	size_t half = count / 2;

	if (count < 2)
		return;
	sort(things, room, half, order);
	sort(things + half * order->size, room, count - half, order);
	merge(things, room, half, count, order);
}

/* Ends the command when memory is short, since qsort_r has no way to fail. */
void qsort_r(void *things, size_t count, size_t size,
	int (*compare)(const void *, const void *, void *), void *context)
{
	const struct order order = { size, compare, context };
	char *room = malloc(count / 2 * size + 1);

	if (!room)
		abort();
	sort(things, room, count, &order);
	free(room);
}
