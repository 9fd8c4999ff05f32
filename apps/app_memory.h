/* Memory for data, in sizes that cannot overflow. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef APPS_APP_MEMORY_H
#define APPS_APP_MEMORY_H

#include <stddef.h>

/* count * size bytes, aligned to a cache line, for free(); NULL for no bytes. Ends the program when
 * there are not so many. */
void *memory(size_t count, size_t size);

/* The product or the sum; ends the program when it is more than this machine can count. */
size_t times(size_t a, size_t b);
size_t plus(size_t a, size_t b);

/* `total` in `parts` equal parts, the last ones padded: how much is in each. */
size_t part(size_t total, int parts);

#endif
