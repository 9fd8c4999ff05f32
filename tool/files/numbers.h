/* Declares the numbers of a file: its bytes, or the elements of a .npy array. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_FILES_NUMBERS_H
#define TOOL_FILES_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include "tool/files/input.h"

typedef void numbers_loader(double *to, const unsigned char *from, size_t count, bool swap);

struct numbers {
	const unsigned char *at;
	size_t count, item; /* item: bytes of a number */
	char kind;	    /* u i f, as NumPy writes them */
	bool swap;	    /* the bytes are not in this machine's order */
	numbers_loader *load;
};

/* Makes numbers from 0 to 255 of the bytes of the file. */
void numbers_of_bytes(struct numbers *numbers, const struct input *file);

/* Finds the elements of a .npy file. Ends the command when the elements are not integers, floats or
 * booleans. */
void numbers_of_npy(struct numbers *numbers, const struct input *file);

/* Loads the numbers [first, first + count) into to[count]. Integers beyond 2^53 are rounded, as by
 * NumPy. */
static inline void numbers_load(
	const struct numbers *numbers, double *to, size_t first, size_t count)
{
	numbers->load(to, numbers->at + first * numbers->item, count, numbers->swap);
}

#endif
