/* Draws networks as SVG, with links in the colours of their dimensions. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "analysis/draw/legend.h"
#include "analysis/draw/sheet.h"

static const char *const grey = "#c4c9cf", *const dark = "#555";
static const double BROAD = 3.2;

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

void sheet_number(const struct network *net, int v, struct point at, int number, FILE *file)
{
	char label[NETWORK_LABEL];

	network_label(net, v, label);
	at.x += svg_pill_width(SHEET_LABEL, label) / 2 - 3;
	at.y -= svg_pill_height(SHEET_LABEL) / 2;
	svg_number(file, at, SHEET_NUMBER, number);
}

struct canvas sheet_canvas(const struct network *net, const struct layout *layout)
{
	return (struct canvas){ net, layout, sheet_point((struct point){ 0, 0 }), SHEET_UNIT };
}

void sheet_node_placed(const struct network *net, const struct layout *layout, int v,
	const struct pen *pen, FILE *file)
{
	const struct pen image = { grey, "", 1.2 };
	struct point at = layout->at[v];

	sheet_node(net, v, sheet_point(at), pen, file);
	if (layout->wrap > 0 && at.y <= 0)
		sheet_node(net, v, sheet_point((struct point){ at.x, at.y + layout->wrap }), &image,
			file);
}

void sheet_nodes(const struct network *net, const struct layout *layout, int root, FILE *file)
{
	const struct pen usual = { dark, "", 1.2 }, broad = { dark, "", BROAD };

	for (int v = 0; v < net->nodes; v++)
		sheet_node_placed(net, layout, v, v == root ? &broad : &usual, file);
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

/* Draws all links in the colours of their dimensions. */
static void draw_links(const struct network *net, const struct layout *layout, FILE *file)
{
	char colour[SVG_COLOUR];

	for (int v = 0; v < net->nodes; v++)
		for (int p = 0; p < net->ports; p++) {
			int dimension;
			struct pen pen;

			if (v >= network_neighbour(net, v, p)) /* -1 where there is no link */
				continue;
			dimension = draw_link_dimension(net, v, p);
			pen = (struct pen){ svg_colour(dimension, colour), svg_dashes(dimension),
				1.6 };
			sheet_link(net, layout, v, p, &pen, file);
		}
}

/* Draws the legend: the number, colour and dash of each dimension, or of each port pair. */
static void draw_legend(const struct network *net, struct legend *legend)
{
	char colour[SVG_COLOUR], number[16];
	int drawn = 0, table = draw_table_dimensions(net);

	legend_title(
		legend, table || network_dimensions(net) > 0 ? "dimension:" : "links by port:");
	for (int p = 0; p < (table ? table : net->ports); p++) {
		int dimension = table ? p : draw_dimension(net, p);
		struct pen pen = { svg_colour(dimension, colour), svg_dashes(dimension), 2 };

		if (dimension < drawn)
			continue;
		drawn = dimension + 1;
		snprintf(number, sizeof number, "%d", dimension);
		legend_line(legend, &pen, number);
	}
}

int network_draw_svg(const struct network *net, FILE *file)
{
	struct layout layout;
	struct legend legend;
	char title[NETWORK_NAME + 96];
	double bottom, width;
	int error = draw_begin(net);

	if (!error)
		error = layout_open(&layout, net);
	if (error)
		return error;
	snprintf(title, sizeof title, "%s: %d node%s with %d port%s, diameter %d", net->name,
		net->nodes, net->nodes == 1 ? "" : "s", network_degree(net),
		network_degree(net) == 1 ? "" : "s", network_diameter(net));
	bottom = layout.height * SHEET_UNIT + SHEET_TOP + 1.5 * SHEET_MARGIN;
	width = fmax(layout.width * SHEET_UNIT + 2 * SHEET_MARGIN, SHEET_LEAST);
	legend = legend_below(SHEET_MARGIN, bottom, width - SHEET_MARGIN);
	draw_legend(net, &legend);
	svg_begin(file, width, legend.at.y + SHEET_MARGIN / 2, title);
	svg_text(file, (struct point){ SHEET_MARGIN, SHEET_MARGIN }, SHEET_TITLE, "start", title);
	draw_links(net, &layout, file);
	sheet_nodes(net, &layout, -1, file);
	legend_restart(&legend, bottom, file);
	draw_legend(net, &legend);
	svg_end(file);
	layout_free(&layout);
	return draw_end(file);
}
