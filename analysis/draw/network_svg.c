/* Draws networks as SVG, with links in the colours of their dimensions. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "analysis/draw/sheet.h"

static const char *const grey = "#c4c9cf", *const dark = "#555";

struct point sheet_point(struct point at)
{
	return (struct point){ SHEET_MARGIN + at.x * SHEET_UNIT, SHEET_TOP + at.y * SHEET_UNIT };
}

void sheet_node(
	const struct network *net, int v, struct point at, const struct pen *pen, FILE *file)
{
	char label[NETWORK_LABEL];

	network_label(net, v, label);
	svg_pill(file, at, SHEET_LABEL, label, pen);
}

void sheet_nodes(const struct network *net, const struct layout *layout, int root, FILE *file)
{
	const struct pen usual = { dark, "", 1.2 }, broad = { dark, "", 3.2 },
			 image = { grey, "", 1.2 };

	for (int v = 0; v < net->nodes; v++) {
		struct point at = layout->at[v];

		sheet_node(net, v, sheet_point(at), v == root ? &broad : &usual, file);
		if (layout->wrap > 0 && at.y <= 0)
			sheet_node(net, v, sheet_point((struct point){ at.x, at.y + layout->wrap }),
				&image, file);
	}
}

void sheet_links(const struct network *net, const struct layout *layout, bool coloured, FILE *file)
{
	char colour[SVG_COLOUR];

	for (int v = 0; v < net->nodes; v++)
		for (int p = 0; p < net->ports; p++) {
			struct pen pen = { grey, "", coloured ? 1.6 : 1 };
			struct point from, to;

			if (v > network_neighbour(net, v, p)) /* also where there is no link */
				continue;
			layout_link(layout, net, v, p, &from, &to);
			if (coloured)
				pen.colour = svg_colour(draw_dimension(net, p), colour);
			svg_line(file, sheet_point(from), sheet_point(to), &pen);
		}
}

int network_draw_svg(const struct network *net, FILE *file)
{
	struct layout layout;
	char title[NETWORK_NAME + 96];
	int error = draw_begin(net);

	if (!error)
		error = layout_open(&layout, net);
	if (error)
		return error;
	snprintf(title, sizeof title, "%s: %d nodes with %d ports, diameter %d", net->name,
		net->nodes, network_degree(net), network_diameter(net));
	svg_begin(file, fmax(layout.width * SHEET_UNIT + 2 * SHEET_MARGIN, SHEET_LEAST),
		layout.height * SHEET_UNIT + SHEET_TOP + SHEET_MARGIN, title);
	svg_text(file, (struct point){ SHEET_MARGIN, SHEET_MARGIN }, SHEET_TITLE, "start", title);
	sheet_links(net, &layout, true, file);
	sheet_nodes(net, &layout, -1, file);
	svg_end(file);
	layout_free(&layout);
	return draw_end(file);
}
