/* Pieces: a program's memory, cut wherever any of its extents begins or ends. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_PROGRAM_SEGMENTS_H
#define PLAN_PROGRAM_SEGMENTS_H

#include "plan/program/program.h"

struct spot {
	uint32_t space;
	size_t offset;
};

/* Piece k goes from spot[k] to the next spot. */
struct segments {
	struct spot *spot;
	size_t spots;
	bool in_place; /* input and output are the same memory */
};

/* 0 or -ENOMEM with why; segments_free takes one that is all zeros. */
int segments_make(struct segments *pieces, const struct program *program, bool in_place);
void segments_free(struct segments *pieces);

/* An extent is the pieces *first ... *last - 1. */
void segments_of(
	const struct segments *pieces, const struct extent *extent, size_t *first, size_t *last);

#endif
