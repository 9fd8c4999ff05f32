/* Declares the sheet for drawings of networks and forests, with the nodes and links. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_DRAW_SHEET_H
#define ANALYSIS_DRAW_SHEET_H

#include "analysis/draw/tree_drawing.h"
#include "analysis/draw/layout.h"
#include "analysis/draw/link_paths.h"

/* All numbers are pixels. */
enum {
	SHEET_UNIT = 62, /* a unit of the layout */
	SHEET_MARGIN = 34,
	SHEET_TOP = 75,	  /* below the title */
	SHEET_LABEL = 11, /* sizes of fonts */
	SHEET_NUMBER = 8,
	SHEET_TITLE = 15,
	SHEET_LEAST = 430, /* width of a sheet, for its title */
	SHEET_CURVE = 20   /* straight pieces of a link that is bent */
};

/* Returns the place on the sheet of a place of the layout. */
struct point sheet_point(struct point at);

void sheet_node(
	const struct network *net, int v, struct point at, const struct pen *pen, FILE *file);

/* Writes a small number at the upper right of a node. */
void sheet_number(const struct network *net, int v, struct point at, int number, FILE *file);

/* Returns the paper on which sheet_point places the layout. */
struct canvas sheet_canvas(const struct network *net, const struct layout *layout);

/* Draws a node at its place, and the image below where links wrap around. */
void sheet_node_placed(const struct network *net, const struct layout *layout, int v,
	const struct pen *pen, FILE *file);

/* Draws v's link through that port, straight or bent. */
void sheet_link(const struct network *net, const struct layout *layout, int v, int port,
	const struct pen *pen, FILE *file);

/* Draws all nodes, the root (-1: none) with a broader line. */
void sheet_nodes(const struct network *net, const struct layout *layout, int root, FILE *file);

#endif
