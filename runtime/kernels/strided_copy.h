/* Copies bytes between memories that are described as rows and planes of rows. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_KERNELS_STRIDED_COPY_H
#define RUNTIME_KERNELS_STRIDED_COPY_H

#include <stddef.h>
#include <stdint.h>

/* Bytes that lie in rows of equal size. Bytes in one piece are a single row. */
struct strided {
	unsigned char *first;
	size_t row, rows; /* bytes of a row; rows of a plane */
	size_t step;	  /* bytes from a row to the next one */
	size_t plane;	  /* bytes from a plane to the next one */
};

static inline struct strided strided_piece(const void *bytes, size_t size)
{
	return (struct strided){
		.first = (unsigned char *)(uintptr_t)bytes, .row = size, .rows = 1
	};
}

/* Copies the first `bytes` bytes, in the order of rows and planes. Both sides have at least that
 * many bytes, and do not overlap. */
void copy_strided(const struct strided *to, const struct strided *from, size_t bytes);

#endif
