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

void sheet_link(const struct network *net, const struct layout *layout, int v, int port,
	const struct pen *pen, FILE *file)
{
	struct point from, to, bend;

	layout_link(layout, net, v, port, &from, &to);
	if (!layout_bend(layout, net, v, port, &bend)) {
		svg_line(file, sheet_point(from), sheet_point(to), pen);
		return;
	}
	svg_curve_begin(file);
	for (int i = 0; i <= SHEET_CURVE; i++)
		svg_curve_point(
			file, sheet_point(svg_curve_at(from, bend, to, (double)i / SHEET_CURVE)));
	svg_curve_end(file, pen);
}

void sheet_links(const struct network *net, const struct layout *layout, bool coloured, FILE *file)
{
	char colour[SVG_COLOUR];

	for (int v = 0; v < net->nodes; v++)
		for (int p = 0; p < net->ports; p++) {
			struct pen pen = { grey, "", coloured ? 1.6 : 1 };
			int dimension = draw_dimension(net, p);

			if (v > network_neighbour(net, v, p)) /* also where there is no link */
				continue;
			if (coloured) {
				pen.colour = svg_colour(dimension, colour);
				pen.dashes = svg_dashes(dimension);
			}
			sheet_link(net, layout, v, p, &pen, file);
		}
}

/* Draws the legend: the number, colour and dash of each dimension, or of each port pair. */
static void draw_legend(const struct network *net, double y, FILE *file)
{
	const char *text = network_dimensions(net) > 0 ? "dimension:" : "links by port:";
	struct point at = { SHEET_MARGIN + 84, y };
	char colour[SVG_COLOUR], number[16];
	int drawn = 0;

	svg_text(file, (struct point){ SHEET_MARGIN, y }, SHEET_LABEL, "start", text);
	for (int p = 0; p < net->ports; p++) {
		int dimension = draw_dimension(net, p);
		struct pen pen = { svg_colour(dimension, colour), svg_dashes(dimension), 2 };

		if (dimension < drawn)
			continue;
		drawn = dimension + 1;
		svg_curve_begin(file);
		svg_curve_point(file, (struct point){ at.x, at.y - 4 });
		svg_curve_point(file, (struct point){ at.x + 30, at.y - 4 });
		svg_curve_end(file, &pen);
		snprintf(number, sizeof number, "%d", dimension);
		svg_text(file, (struct point){ at.x + 34, y }, SHEET_LABEL, "start", number);
		at.x += 56;
	}
}

int network_draw_svg(const struct network *net, FILE *file)
{
	struct layout layout;
	char title[NETWORK_NAME + 96];
	double bottom;
	int error = draw_begin(net);

	if (!error)
		error = layout_open(&layout, net);
	if (error)
		return error;
	snprintf(title, sizeof title, "%s: %d nodes with %d ports, diameter %d", net->name,
		net->nodes, network_degree(net), network_diameter(net));
	bottom = layout.height * SHEET_UNIT + SHEET_TOP;
	svg_begin(file, fmax(layout.width * SHEET_UNIT + 2 * SHEET_MARGIN, SHEET_LEAST),
		bottom + 2 * SHEET_MARGIN, title);
	svg_text(file, (struct point){ SHEET_MARGIN, SHEET_MARGIN }, SHEET_TITLE, "start", title);
	sheet_links(net, &layout, true, file);
	sheet_nodes(net, &layout, -1, file);
	draw_legend(net, bottom + 1.5 * SHEET_MARGIN, file);
	svg_end(file);
	layout_free(&layout);
	return draw_end(file);
}
