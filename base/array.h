/* Arrays that grow on demand. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef BASE_ARRAY_H
#define BASE_ARRAY_H

#include <stddef.h>

/* Does the work of array_reserve where there is too little room. */
int array_grow(void *array, size_t *room, size_t needed, size_t bytes);

/* Makes room for `needed` things of `bytes` bytes in an array. `array` points to the array's
 * address, and *room is the room so far. Returns 0, or -ENOMEM with why and the array unchanged. */
static inline int array_reserve(void *array, size_t *room, size_t needed, size_t bytes)
{
	return needed <= *room ? 0 : array_grow(array, room, needed, bytes);
}

/* Return an array of that many things, uninitialized or zeroed, to be freed with free(3). The array
 * has a place more than asked for, so an empty array is not NULL. NULL means that there is no
 * memory. */
void *array_new(size_t things, size_t bytes);
void *array_zeros(size_t things, size_t bytes);

/* Does the same on a boundary of 128 bytes, so that the array shares no cache line, and no pair of
 * lines, with other memory. Returns NULL for no things as well. */
void *array_zeros_aligned(size_t things, size_t bytes);

#endif
