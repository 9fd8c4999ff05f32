/* Copies bytes with memcpy, or past the caches where the caches could not hold the result. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_KERNELS_COPY_H
#define RUNTIME_KERNELS_COPY_H

#include <stdbool.h>
#include <stddef.h>

/* Copies as memcpy does. With `past`, the bytes are written past the caches to memory; a reader
 * sees the bytes after this thread's next release, as usual. `past` may pay where an operation
 * touches more memory than a core's own cache holds (copy_trial.h). */
void copy_bytes(void *to, const void *from, size_t bytes, bool past);

/* copy_line copies a whole cache line past the caches; both addresses are aligned. The caller ends
 * a series of lines with copy_done. */
void copy_line(void *to, const void *from);
void copy_done(void);

#endif
