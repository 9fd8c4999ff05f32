/* Segments are a program's memory, cut wherever an extent of the program begins or ends. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_PROGRAM_SEGMENTS_H
#define PLAN_PROGRAM_SEGMENTS_H

#include "plan/program/program.h"

struct spot {
	uint32_t space;
	size_t offset;
};

/* Segment k goes from spot[k] to the next spot. */
struct segments {
	struct spot *spot;
	size_t spots;
	bool in_place; /* input and output are the same memory */
};

/* Makes the segments of a program. Returns 0, or -ENOMEM with why. segments_free accepts a struct
 * of zeros. */
int segments_make(struct segments *pieces, const struct program *program, bool in_place);
void segments_free(struct segments *pieces);

/* Finds the segments *first ... *last - 1 of an extent. */
void segments_of(
	const struct segments *pieces, const struct extent *extent, size_t *first, size_t *last);

#endif
