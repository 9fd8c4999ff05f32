/* Arrays that grow. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef BASE_ARRAY_H
#define BASE_ARRAY_H

#include <stddef.h>

/* Makes room for `needed` things of `bytes` bytes in the array whose address is at `array` and
 * which has room for *room. 0, or -ENOMEM with why; then the array is as it was. */
int array_reserve(void *array, size_t *room, size_t needed, size_t bytes);

/* An array of that many things (and a place more, so that it is never NULL for want of them), as it
 * comes or with zeros; for free(3). NULL where there is no memory. */
void *array_new(size_t things, size_t bytes);
void *array_zeros(size_t things, size_t bytes);

#endif
