/* Copying: memcpy, or past the caches what they would not hold. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_COPY_H
#define RUNTIME_COPY_H

#include <stdbool.h>
#include <stddef.h>

/* As memcpy; `past`: what is written goes to memory, as well for whoever reads it after this thread's
 * next release. Worth it where all that an operation touches is more than the last-level cache. */
void copy_bytes(void *to, const void *from, size_t bytes, bool past);

/* A whole cache line past the caches, both aligned; behind the last of them, copy_done. */
void copy_line(void *to, const void *from);
void copy_done(void);

#endif
