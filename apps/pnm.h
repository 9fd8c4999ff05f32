/* Binary pictures: PGM (P5, grey) and PPM (P6, colours). */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef APPS_PNM_H
#define APPS_PNM_H

#include <stdbool.h>
#include <stddef.h>
#include "apps/header_text.h"

struct pnm {
	size_t width, height;			 /* at least 1 */
	struct span width_number, height_number; /* where in the file they stand */
	size_t pixel;				 /* bytes: 1 or 2 for grey, 3 or 6 for colours */
	size_t begin;				 /* where in the file the pixels begin */
};

/* Whether these bytes are meant as a picture of the PNM family. */
bool pnm_is(const unsigned char *bytes, size_t size);

/* Reads the header. NULL, or what is wrong. The pixels are not looked at, and may be too few. */
const char *pnm_read(struct pnm *pnm, const unsigned char *bytes, size_t size);

#endif
