/* Declares the meaning of the colours in a drawn schedule. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_DRAW_COLOURS_H
#define ANALYSIS_DRAW_COLOURS_H

#include "analysis/draw/origins.h"

/* A colour shows the tree that carries the bytes, found by the port of the bytes' first or last
 * node. With a single tree, a colour shows the block; in an all-reduce, the part of the block. */
struct colours {
	const struct schedule *schedule;
	struct origins origins;
	enum meaning {
		BY_PORT,
		BY_BLOCK,
		BY_PART
	} meaning;
};

/* Returns 0 or -ENOMEM. colours_free accepts a struct of zeros. */
int colours_open(struct colours *hues, const struct schedule *schedule);
void colours_free(struct colours *hues);

/* Returns the number of the colour, from 0. */
int colour_of(const struct colours *hues, const struct range *range);

/* Returns the legend's word in front of the numbers. */
const char *colours_text(const struct colours *hues);

#endif
