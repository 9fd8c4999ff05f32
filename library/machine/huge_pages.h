/* Maps memory for large buffers on boundaries of huge pages, and asks the system for huge pages. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LIBRARY_HUGE_PAGES_H
#define LIBRARY_HUGE_PAGES_H

#include <stddef.h>

#define MEMORY_PAGE ((size_t)2 << 20)

/* Returns zeroed memory that is not touched yet, or NULL with why when this process may
 * not have that many bytes. */
void *huge_pages_map(size_t bytes);
void huge_pages_unmap(void *memory, size_t bytes); /* NULL is fine */

#endif
