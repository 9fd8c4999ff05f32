/* Allocates memory for data, with sizes that cannot overflow. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef APPS_APP_MEMORY_H
#define APPS_APP_MEMORY_H

#include <stddef.h>

/* Returns count * size bytes, aligned to a cache line, for free(); NULL for no bytes. Ends the
 * application when there is not enough memory. */
void *memory(size_t count, size_t size);

/* Makes every byte another. */
void memory_spoil(unsigned char *bytes, size_t count);

/* Return the product or the sum. End the application when the result is more than this machine can
 * count. */
size_t times(size_t a, size_t b);
size_t plus(size_t a, size_t b);

/* Returns the size of a part when `total` is cut in `parts` equal parts, the last ones padded. */
size_t part(size_t total, int parts);

#endif
