/* Draws forests as SVG: a panel for each tree, and all trees on the network. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include "base/error.h"
#include "analysis/draw/tree_panel.h"
#include "analysis/draw/layout_points.h"
#include "analysis/draw/sheet.h"

/* On a small network the arcs of different trees can be seen apart. There the first panel is the
 * network, with each arc to the right of its link. */
enum {
	OVERLAY = 32,	/* most nodes of a small network */
	BROADEST = 1500 /* pixels: a panel that would end further right begins a new row */
};

/* Draws an arc a little to the right of its link. Arcs of several trees on the same link lie side
 * by side. */
static void draw_arc(const struct forest *forest, const struct layout *layout, int root, int j,
	int c, FILE *file)
{
	const struct network net = network_centred(&forest->net, 0);
	int nodes = net.nodes, up = forest->up[j * nodes + c], beside = 0;
	int v = network_translate(&net, root, c);
	char colour[SVG_COLOUR];
	struct pen pen = { svg_colour(j, colour), svg_dashes(j), 1.6 };
	struct point from, to, bend, aside;
	double length, off;
	bool bent = layout_bend(layout, &net, v, up, &bend);

	layout_link(layout, &net, v, up, &to, &from);
	for (int i = 0; i < j; i++)
		beside += forest->up[i * nodes + c] == up;
	from = sheet_point(from);
	to = sheet_point(to);
	length = hypot(to.x - from.x, to.y - from.y);
	off = (3 + 4 * beside) / length;
	aside = (struct point){ -off * (to.y - from.y), off * (to.x - from.x) };
	from = plus(from, aside);
	to = plus(to, aside);
	if (bent)
		svg_arrow_bent(file, from, plus(sheet_point(bend), aside), to, &pen);
	else
		svg_arrow(file, from, to, SVG_GAP, &pen);
}

static void draw_overlay(
	const struct forest *forest, const struct layout *layout, int root, FILE *file)
{
	const struct network net = network_centred(&forest->net, 0);

	sheet_links(&net, layout, false, file);
	for (int j = 0; j < forest->trees; j++)
		for (int c = 0; c < net.nodes; c++)
			if (forest->up[j * net.nodes + c] >= 0)
				draw_arc(forest, layout, root, j, c, file);
	sheet_nodes(&net, layout, root, file);
}

struct sheet {
	const struct forest *forest;
	struct layout layout;
	struct panel *panel; /* a panel for each tree */
	int root;
	double width, height;
};

/* Places the panels in rows. The first panel is to the right of the network, when the network is
 * drawn. */
static void place_panels(struct sheet *sheet)
{
	const struct forest *forest = sheet->forest;
	bool overlay = forest->net.nodes <= OVERLAY;
	double begin =
		SHEET_MARGIN + (overlay ? sheet->layout.width * SHEET_UNIT + 2 * SHEET_MARGIN : 0);
	struct point corner = { begin, SHEET_TOP };
	double bottom = overlay ? SHEET_TOP + sheet->layout.height * SHEET_UNIT : SHEET_TOP;

	sheet->width = SHEET_LEAST;
	for (int j = 0; j < forest->trees; j++) {
		struct panel *panel = &sheet->panel[j];

		if (corner.x > SHEET_MARGIN && corner.x + panel_width(panel) > BROADEST)
			corner =
				(struct point){ SHEET_MARGIN, bottom + PANEL_LEVEL + SHEET_MARGIN };
		panel_place(panel, corner);
		corner.x += panel_width(panel) + SHEET_MARGIN;
		sheet->width = fmax(sheet->width, corner.x);
		bottom = fmax(bottom, corner.y + panel_height(panel));
	}
	sheet->height = bottom + SHEET_MARGIN;
}

static void draw_sheet(struct sheet *sheet, FILE *file)
{
	const struct forest *forest = sheet->forest;
	char title[NETWORK_NAME + 96], label[NETWORK_LABEL];

	network_label(&forest->net, sheet->root, label);
	snprintf(title, sizeof title, "%s on %s, root %s", forest->family->name, forest->net.name,
		label);
	svg_begin(file, sheet->width, sheet->height, title);
	svg_text(file, (struct point){ SHEET_MARGIN, SHEET_MARGIN - 4 }, SHEET_TITLE, "start",
		title);
	if (forest->net.nodes <= OVERLAY)
		draw_overlay(forest, &sheet->layout, sheet->root, file);
	for (int j = 0; j < forest->trees; j++)
		panel_draw(&sheet->panel[j], file);
	svg_end(file);
}

int forest_draw_svg(const struct forest *forest, int root, FILE *file)
{
	struct sheet sheet = { .forest = forest, .root = root };
	int error = draw_begin(&forest->net);

	if (!error)
		error = layout_open(&sheet.layout, &forest->net);
	if (error)
		return error;
	sheet.panel = calloc((size_t)forest->trees, sizeof *sheet.panel);
	if (!sheet.panel)
		error = why(ENOMEM, "no memory to draw %s", forest->net.name);
	for (int j = 0; j < forest->trees && !error; j++)
		error = panel_open(&sheet.panel[j], forest, root, j);
	if (!error) {
		place_panels(&sheet);
		draw_sheet(&sheet, file);
	}
	for (int j = 0; sheet.panel && j < forest->trees; j++)
		panel_free(&sheet.panel[j]);
	free(sheet.panel);
	layout_free(&sheet.layout);
	return error ? error : draw_end(file);
}
