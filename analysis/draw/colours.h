/* Declares the meaning of the colours in a drawn schedule. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_DRAW_COLOURS_H
#define ANALYSIS_DRAW_COLOURS_H

#include "analysis/draw/origins.h"
#include "plan/lists/ways.h"

/* Colours show the way of the bytes, as in a tree (plan/lists/ways.h); the port of the bytes' first
 * or last node; the piece; the node from which the bytes come, or to which the bytes go. */
enum colour_by {
	COLOUR_AUTO, /* the way; in a schedule with a single way the origin or destination */
	COLOUR_WAY,
	COLOUR_PORT,
	COLOUR_PIECE,
	COLOUR_ORIGIN,
	COLOUR_DESTINATION
};

struct colours {
	const struct schedule *schedule;
	struct origins origins;
	struct plan_ways ways;
	enum colour_by by;
};

/* Returns 0, -ENOMEM, or -EINVAL with why when the bytes of a block have no single origin or
 * destination. colours_free accepts a struct of zeros. */
int colours_open(struct colours *hues, const struct schedule *schedule, enum colour_by by);
void colours_free(struct colours *hues);

/* Returns the number of the colour, from 0, of a piece (plan/lists/ways.h) within a range. */
int colour_of(const struct colours *hues, const struct range *range, const struct way_piece *piece);

/* Returns the number of a packet's only colour; a negative number if the packet has no colour
 * (COLOUR_NONE) or several (COLOUR_SEVERAL). */
enum {
	COLOUR_NONE = -1,
	COLOUR_SEVERAL = -2
};
int colour_of_packet(const struct colours *hues, const struct packet *packet);

/* Returns the word that precedes the numbers in the legend. */
const char *colours_text(const struct colours *hues);

#endif
