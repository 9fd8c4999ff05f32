/* Draws a tree with the root at the top and the leaves side by side. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "analysis/draw/tree_panel.h"
#include "analysis/draw/sheet.h"

static double label_pitch(const struct network *net)
{
	char label[NETWORK_LABEL];
	size_t length = 0;

	for (int v = 0; v < net->nodes; v++) {
		network_label(net, v, label);
		length = strlen(label) > length ? strlen(label) : length;
	}
	return SHEET_LABEL * (0.65 * (double)length + 1.9);
}

int panel_open(struct panel *panel, const struct forest *forest, int root, int j)
{
	int error;

	*panel = (struct panel){ .forest = forest, .root = root, .j = j };
	panel->pitch = label_pitch(&forest->net);
	panel->at = calloc((size_t)forest->net.nodes, sizeof *panel->at);
	error = children_open(&panel->children, forest, j);
	if (!panel->at && !error)
		error = why(ENOMEM, "no memory to draw %s", forest->net.name);
	return error;
}

void panel_free(struct panel *panel)
{
	children_free(&panel->children);
	free(panel->at);
}

double panel_width(const struct panel *panel)
{
	const int *first = panel->children.first;
	int nodes = panel->forest->net.nodes, leaves = 0;

	for (int c = 0; c < nodes; c++)
		leaves += first[c] == first[c + 1] &&
			  panel->forest->parent[panel->j * nodes + c] != TREE_ABSENT;
	return leaves * panel->pitch;
}

double panel_height(const struct panel *panel)
{
	return forest_height(panel->forest, panel->j) * PANEL_LEVEL;
}

/* Places a subtree. Leaves stand side by side, and a parent stands over the middle of its children.
 * The recursion is as deep as the tree is high, at most DRAW_NODES. */
static double place_subtree(struct panel *panel, int c)
{
	const int *first = panel->children.first, *child = panel->children.child;
	const int *depth = panel->forest->depth + (size_t)panel->j * panel->forest->net.nodes;
	double low = 0, high = 0;

	for (int i = first[c]; i < first[c + 1]; i++) {
		high = place_subtree(panel, child[i]);
		low = i == first[c] ? high : low;
	}
	if (first[c] == first[c + 1]) {
		low = high = panel->leaf;
		panel->leaf += panel->pitch;
	}
	panel->at[c].x = (low + high) / 2;
	panel->at[c].y = panel->corner.y + PANEL_LEVEL * depth[c];
	return panel->at[c].x;
}

void panel_place(struct panel *panel, struct point corner)
{
	panel->corner = corner;
	panel->leaf = corner.x + panel->pitch / 2;
	place_subtree(panel, 0);
}

static struct pen pen_of(const struct panel *panel, int c, char colour[SVG_COLOUR])
{
	int hue = !panel->hue ? panel->j : panel->hue[c] < 0 ? 0 : panel->hue[c];

	return (struct pen){ svg_colour(hue, colour), svg_dashes(hue), 1.7 };
}

static void draw_node(const struct panel *panel, int c, FILE *file)
{
	const struct network *net = &panel->forest->net;
	int v = network_translate(net, panel->root, c);
	char colour[SVG_COLOUR];
	struct pen pen = pen_of(panel, c, colour);

	pen = (struct pen){ pen.colour, "", 1.2 };
	sheet_node(net, v, panel->at[c], &pen, file);
	if (panel->hue && panel->hue[c] >= 0)
		sheet_number(net, v, panel->at[c], panel->hue[c], file);
}

void panel_draw(const struct panel *panel, FILE *file)
{
	int nodes = panel->forest->net.nodes;
	const int *parent = panel->forest->parent + (size_t)panel->j * (size_t)nodes;
	char colour[SVG_COLOUR], title[32];

	snprintf(title, sizeof title, "tree %d", panel->j);
	svg_text(file, (struct point){ panel->corner.x, panel->corner.y - 17 }, SHEET_LABEL + 1,
		"start", title);
	for (int c = 0; c < nodes; c++) {
		struct pen pen = pen_of(panel, c, colour);

		if (parent[c] >= 0)
			svg_line(file, panel->at[parent[c]], panel->at[c], &pen);
	}
	for (int c = 0; c < nodes; c++)
		if (parent[c] != TREE_ABSENT)
			draw_node(panel, c, file);
}
