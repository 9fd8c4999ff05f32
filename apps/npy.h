/* NumPy's .npy files: a header, then the elements of one array. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef APPS_NPY_H
#define APPS_NPY_H

#include <stdbool.h>
#include <stddef.h>
#include "apps/npy_type.h"
#include "apps/python_literal.h"

enum {
	NPY_DIMENSIONS = 64
}; /* more are refused, as by NumPy */

struct npy {
	struct descr descr;
	bool fortran; /* the first index runs fastest, not the last */
	int dimensions;
	size_t shape[NPY_DIMENSIONS];
	struct span number[NPY_DIMENSIONS]; /* where in the file each of the shape stands */
	size_t begin;			    /* where in the file the elements begin */
	size_t count;			    /* elements; count * descr.item does not overflow */
};

/* Whether these bytes are meant as a .npy file. */
bool npy_is(const unsigned char *bytes, size_t size);

/* Reads the header of versions 1.0 to 3.0. NULL, or what is wrong. The elements are not looked at,
 * and may be too few. */
const char *npy_read(struct npy *npy, const unsigned char *bytes, size_t size);

#endif
