/* Draws forests as SVG: the trees on the network, and a panel for each tree. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include "base/error.h"
#include "analysis/draw/forest_map.h"
#include "analysis/draw/link_shades.h"
#include "analysis/draw/tree_panel.h"
#include "analysis/draw/layout_points.h"
#include "analysis/draw/sheet.h"
#include "analysis/subtrees.h"

/* On a small network the arcs of different trees can be seen apart. There the first panel is the
 * network, with each arc to the right of its link. On a larger network there are arcs of a single
 * tree, and no panels; many trees are a map (forest_map.c). */
enum {
	OVERLAY = 32,	 /* most nodes of a small network */
	BROADEST = 1500, /* pixels: a panel that would end further right begins a new row */
	DARKEST = 90	 /* lightness of the shades behind the arcs of a tree */
};

/* Trees first .. last - 1 are shown. A single tree has the colours of its subtrees. */
struct sheet {
	const struct forest *forest;
	struct network net;
	struct layout layout;
	struct subtrees subtrees; /* zeros if several trees are shown */
	struct link_shades shades;
	int first, last, root;
	struct panel *panel; /* a panel for each shown tree */
	int panels;
	double width, bottom;
};

static bool shows_one(const struct sheet *sheet)
{
	return sheet->last - sheet->first == 1;
}

static int hue_of(const struct sheet *sheet, int j, int c)
{
	return shows_one(sheet) ? sheet->subtrees.port[c] : j;
}

/* Draws an arc a little to the right of its link. Arcs of several trees on the same link lie side
 * by side. */
static void draw_arc(const struct sheet *sheet, int j, int c, FILE *file)
{
	const struct forest *forest = sheet->forest;
	const struct layout *layout = &sheet->layout;
	const struct network *net = &sheet->net;
	int up = forest->up[j * net->nodes + c], beside = 0;
	int v = network_translate(net, sheet->root, c), hue = hue_of(sheet, j, c);
	char colour[SVG_COLOUR];
	struct pen pen = { svg_colour(hue, colour), svg_dashes(hue),
		sheet->shades.trees ? 2.4 : 1.6 };
	struct point from, to, bend, aside;
	double length, off;
	bool bent = layout_bend(layout, net, v, up, &bend);

	layout_link(layout, net, v, up, &to, &from);
	for (int i = sheet->first; i < j; i++)
		beside += forest->up[i * net->nodes + c] == up;
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

/* Draws the nodes of a single tree in the colours of their subtrees, with the subtrees' numbers. */
static void draw_nodes(const struct sheet *sheet, FILE *file)
{
	const struct network *net = &sheet->net;
	char colour[SVG_COLOUR];

	for (int c = 0; c < net->nodes; c++) {
		int v = network_translate(net, sheet->root, c), port = sheet->subtrees.port[c];
		struct pen pen = { port < 0 ? "#555" : svg_colour(port, colour), "",
			c ? 1.4 : 3.2 };

		sheet_node_placed(net, &sheet->layout, v, &pen, file);
		if (port >= 0 && sheet->subtrees.count > 1)
			sheet_number(net, v, sheet_point(sheet->layout.at[v]), port, file);
	}
}

static void draw_overlay(const struct sheet *sheet, FILE *file)
{
	const struct forest *forest = sheet->forest;
	const struct canvas canvas = sheet_canvas(&sheet->net, &sheet->layout);
	const struct pen grey = { "#c4c9cf", "", 1 };

	if (sheet->shades.trees)
		shades_draw(&sheet->shades, &canvas, file);
	else
		path_network(&canvas, &grey, file);
	for (int j = sheet->first; j < sheet->last; j++)
		for (int c = 0; c < sheet->net.nodes; c++)
			if (forest->up[j * sheet->net.nodes + c] >= 0)
				draw_arc(sheet, j, c, file);
	if (shows_one(sheet))
		draw_nodes(sheet, file);
	else
		sheet_nodes(&sheet->net, &sheet->layout, sheet->root, file);
}

/* Places the panels in rows. The first panel is to the right of the network. */
static void place_panels(struct sheet *sheet)
{
	double begin = SHEET_MARGIN + sheet->layout.width * SHEET_UNIT + 2 * SHEET_MARGIN;
	struct point corner = { begin, SHEET_TOP };

	sheet->bottom = SHEET_TOP + sheet->layout.height * SHEET_UNIT;
	sheet->width = fmax(SHEET_LEAST, begin - SHEET_MARGIN);
	for (int j = 0; j < sheet->panels; j++) {
		struct panel *panel = &sheet->panel[j];

		if (corner.x > SHEET_MARGIN && corner.x + panel_width(panel) > BROADEST)
			corner = (struct point){ SHEET_MARGIN,
				sheet->bottom + PANEL_LEVEL + SHEET_MARGIN };
		panel_place(panel, corner);
		corner.x += panel_width(panel) + SHEET_MARGIN;
		sheet->width = fmax(sheet->width, corner.x);
		sheet->bottom = fmax(sheet->bottom, corner.y + panel_height(panel));
	}
}

static void explain_subtrees(const struct sheet *sheet, struct legend *legend)
{
	char colour[SVG_COLOUR], text[64];

	legend_title(legend, "behind the root's port:");
	for (int p = 0; p < sheet->net.ports; p++) {
		int size = sheet->subtrees.size[p];
		struct pen pen = { svg_colour(p, colour), svg_dashes(p), 2 };

		if (!size)
			continue;
		snprintf(text, sizeof text, "%d: %d node%s", p, size, size > 1 ? "s" : "");
		legend_line(legend, &pen, text);
	}
}

static void explain_trees(const struct sheet *sheet, struct legend *legend)
{
	char colour[SVG_COLOUR], text[16];

	legend_title(legend, "tree:");
	for (int j = sheet->first; j < sheet->last; j++) {
		struct pen pen = { svg_colour(j, colour), svg_dashes(j), 2 };

		snprintf(text, sizeof text, "%d", j);
		legend_line(legend, &pen, text);
	}
}

static void draw_legend(const struct sheet *sheet, struct legend *legend)
{
	(shows_one(sheet) ? explain_subtrees : explain_trees)(sheet, legend);
	if (!sheet->shades.trees)
		return;
	legend_title(legend, "other trees on each link (the half at a node: from that node):");
	shades_explain(&sheet->shades, legend);
}

void forest_title(
	const struct forest *forest, int root, const char *words, char title[FOREST_TITLE])
{
	char label[NETWORK_LABEL];

	network_label(&forest->net, root, label);
	snprintf(title, FOREST_TITLE, "%s%s on %s, root %s", words, forest->family->name,
		forest->net.name, label);
}

static void draw_sheet(struct sheet *sheet, FILE *file)
{
	double top = sheet->bottom + 1.5 * SHEET_MARGIN;
	struct legend legend = legend_below(SHEET_MARGIN, top, sheet->width - SHEET_MARGIN);
	char title[FOREST_TITLE], words[32] = "";

	if (sheet->shades.trees)
		snprintf(words, sizeof words, "tree %d of ", sheet->first);
	draw_legend(sheet, &legend);
	forest_title(sheet->forest, sheet->root, words, title);
	svg_begin(file, sheet->width, legend.at.y + SHEET_MARGIN / 2.0, title);
	svg_text(file, (struct point){ SHEET_MARGIN, SHEET_MARGIN - 4 }, SHEET_TITLE, "start",
		title);
	draw_overlay(sheet, file);
	for (int j = 0; j < sheet->panels; j++)
		panel_draw(&sheet->panel[j], file);
	legend_restart(&legend, top, file);
	draw_legend(sheet, &legend);
	svg_end(file);
}

/* Finds what a single tree is drawn with: the subtrees, and the shades of the other trees. */
static int open_one(struct sheet *sheet)
{
	int error = subtrees_find(&sheet->subtrees, sheet->forest, sheet->first);

	if (error || sheet->forest->trees == 1)
		return error;
	error = shades_open(&sheet->shades, sheet->forest, &sheet->net, sheet->root, sheet->first);
	sheet->shades.darkest = DARKEST;
	return error;
}

static int open_panels(struct sheet *sheet)
{
	int error = 0;

	sheet->panels = sheet->last - sheet->first;
	sheet->panel = calloc((size_t)sheet->panels, sizeof *sheet->panel);
	if (!sheet->panel)
		return why(ENOMEM, "no memory to draw %s", sheet->net.name);
	for (int i = 0; i < sheet->panels && !error; i++) {
		error = panel_open(&sheet->panel[i], sheet->forest, sheet->root, sheet->first + i);
		sheet->panel[i].hue = sheet->subtrees.port;
	}
	return error;
}

static int draw_trees(struct sheet *sheet, FILE *file)
{
	int error = shows_one(sheet) ? open_one(sheet) : 0;

	if (!error && sheet->net.nodes <= OVERLAY)
		error = open_panels(sheet);
	if (!error) {
		place_panels(sheet);
		draw_sheet(sheet, file);
	}
	for (int i = 0; sheet->panel && i < sheet->panels; i++)
		panel_free(&sheet->panel[i]);
	free(sheet->panel);
	shades_free(&sheet->shades);
	subtrees_free(&sheet->subtrees);
	return error;
}

int forest_draw_svg(const struct forest *forest, int root, int tree, FILE *file)
{
	struct sheet sheet = { .forest = forest, .root = root, .first = tree < 0 ? 0 : tree };
	int error = draw_begin(&forest->net);

	sheet.net = network_centred(&forest->net, 0);
	sheet.last = tree < 0 ? forest->trees : tree + 1;
	if (!error)
		error = layout_open(&sheet.layout, &sheet.net);
	if (error)
		return error;
	error = shows_one(&sheet) || sheet.net.nodes <= OVERLAY
			? draw_trees(&sheet, file)
			: forest_draw_map(forest, &sheet.layout, root, file);
	layout_free(&sheet.layout);
	return error ? error : draw_end(file);
}
