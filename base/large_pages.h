/* Asks the system for large pages. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef BASE_LARGE_PAGES_H
#define BASE_LARGE_PAGES_H

#include <stddef.h>

/* Asks for large pages for the part of the memory that fills large pages. A system without large
 * pages ignores the request. */
void large_pages_ask(void *memory, size_t bytes);

/* Allocates memory, to be freed with free(3): on a boundary of a large page if it fills two large
 * pages, else of 128 bytes. Returns NULL if memory is short. */
void *large_pages_new(size_t bytes);

#endif
