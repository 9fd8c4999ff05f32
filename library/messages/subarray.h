/* Reads subarrays: blocks of an application's buffer that do not lie in one piece. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LIBRARY_MESSAGES_SUBARRAY_H
#define LIBRARY_MESSAGES_SUBARRAY_H

#include "grove.h"
#include "runtime/kernels/strided_copy.h"

/* A subarray and who gives the subarray, for messages. */
struct subarray_place {
	const char *name, *what; /* "broadcast", "output" */
	size_t number;		 /* of the block */
	const void *buffer;
	size_t element; /* bytes that no row may cut; 1: rows have any size */
};

/* Returns the bytes of all rows, if these fit memory. */
static inline size_t subarray_bytes(const struct grove_subarray *subarray)
{
	return subarray->bytes * subarray->rows * (subarray->planes ? subarray->planes : 1);
}

/* Finds the rows of a subarray, in as few rows as possible, and the bytes of all rows. Returns 0,
 * or -EINVAL with why: rows overlap or cut elements, the buffer is NULL, or the subarray is larger
 * than memory. */
int subarray_read(struct strided *rows, size_t *bytes, const struct grove_subarray *subarray,
	const struct subarray_place *place);

/* Does the same, and refuses a subarray that has another number of bytes. */
int subarray_read_sized(struct strided *rows, size_t bytes, const struct grove_subarray *subarray,
	const struct subarray_place *place);

#endif
