/* Reads the headers of binary pictures: PGM (P5, grey) and PPM (P6, colours). */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_FILES_PNM_H
#define TOOL_FILES_PNM_H

#include <stdbool.h>
#include <stddef.h>
#include "tool/files/header_text.h"

struct pnm {
	size_t width, height;			 /* at least 1 */
	struct span width_number, height_number; /* places of the numbers in the file */
	size_t pixel;				 /* bytes: 1 or 2 for grey, 3 or 6 for colours */
	size_t begin;				 /* place of the pixels in the file */
};

/* Returns true if these bytes begin like a picture of the PNM family. */
bool pnm_is(const unsigned char *bytes, size_t size);

/* Reads the header. Returns NULL, or a text that says what is wrong. The pixels are not checked,
 * and may be too few. */
const char *pnm_read(struct pnm *pnm, const unsigned char *bytes, size_t size);

#endif
