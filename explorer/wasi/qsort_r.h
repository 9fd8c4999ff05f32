/* Declares qsort_r, which wasi-libc lacks; the build includes this file before every source. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef EXPLORER_WASI_QSORT_R_H
#define EXPLORER_WASI_QSORT_R_H

#include <stddef.h>

void qsort_r(void *things, size_t count, size_t size,
	int (*compare)(const void *, const void *, void *), void *context);

#endif
