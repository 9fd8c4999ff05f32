/* Copying: memcpy, or past the caches what they would not hold. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_COPY_H
#define RUNTIME_COPY_H

#include <stdbool.h>
#include <stddef.h>

/* As memcpy; `past`: what is written goes to memory, as well for whoever reads it after this thread's
 * next release. Worth it where all that an operation touches is more than the last-level cache. */
void copy_bytes(void *to, const void *from, size_t bytes, bool past);

#endif
