/* Memory for large buffers: on boundaries of huge pages, and of huge pages where there are some. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_DATA_HUGE_PAGES_H
#define PERF_DATA_HUGE_PAGES_H

#include <stddef.h>

#define MEMORY_PAGE ((size_t)2 << 20)

/* Zeroed, not yet touched; NULL with why when this process may not have that much. */
void *huge_pages_map(size_t bytes);
void huge_pages_unmap(void *memory, size_t bytes); /* NULL is fine */

#endif
