/* Hues: what the colours of a drawn schedule mean. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_DRAW_COLOURS_H
#define ANALYSIS_DRAW_COLOURS_H

#include "analysis/draw/origins.h"

/* Colours say which tree bytes go along, by the port of their first (or last) node. Where there is
 * one tree only they say which block it is; in an all-reduce, which part of the block. */
struct colours {
	const struct schedule *schedule;
	struct origins origins;
	enum meaning {
		BY_PORT,
		BY_BLOCK,
		BY_PART
	} meaning;
};

/* 0 or -ENOMEM; colours_free takes one that is all zeros. */
int colours_open(struct colours *hues, const struct schedule *schedule);
void colours_free(struct colours *hues);

/* The number of the colour, from 0. */
int colour_of(const struct colours *hues, const struct range *range);

/* What a legend says in front of the numbers. */
const char *colours_text(const struct colours *hues);

#endif
