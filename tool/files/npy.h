/* NumPy's .npy files: a header, then the elements of one array. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_FILES_NPY_H
#define TOOL_FILES_NPY_H

#include <stdbool.h>
#include <stddef.h>
#include "tool/files/header_text.h"

enum {
	NPY_DIMENSIONS = 64
}; /* more are refused, as by NumPy */

struct npy {
	char kind;    /* b bool, i u f c numbers, m M times, S U V bytes, ' ' a structure */
	bool big;     /* the byte with the greatest weight comes first */
	size_t item;  /* bytes of one element; 0 is possible */
	bool fortran; /* the first index runs fastest, not the last */
	int dimensions;
	size_t shape[NPY_DIMENSIONS];
	struct span number[NPY_DIMENSIONS]; /* where in the file each number of the shape stands */
	size_t begin;			    /* where in the file the elements begin */
	size_t count;			    /* elements; count * item does not overflow */
};

/* Whether these bytes are meant as a .npy file. */
bool npy_is(const unsigned char *bytes, size_t size);

/* Reads a header of versions 1.0 to 3.0 as NumPy itself writes it. NULL, or what is wrong. The
 * elements are not looked at, and may be too few. */
const char *npy_read(struct npy *npy, const unsigned char *bytes, size_t size);

#endif
