/* Writes links as pieces of one SVG path. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis/draw/link_paths.h"

struct point canvas_point(const struct canvas *canvas, struct point at)
{
	return (struct point){ canvas->corner.x + at.x * canvas->unit,
		canvas->corner.y + at.y * canvas->unit };
}

void path_begin(FILE *file)
{
	fputs("<path fill=\"none\" d=\"", file);
}

static void write_point(const struct canvas *canvas, char letter, struct point at, FILE *file)
{
	at = canvas_point(canvas, at);
	fprintf(file, "%c%.1f %.1f", letter, at.x, at.y);
}

/* Returns the place on the straight line from a to b that lies at this share of the way. */
static struct point between(struct point a, struct point b, double share)
{
	return (struct point){ a.x + share * (b.x - a.x), a.y + share * (b.y - a.y) };
}

/* A part of a quadratic Bezier curve from its beginning is such a curve, with its control point on
 * the line to the old control point (de Casteljau). */
void path_link(const struct canvas *canvas, int v, int port, double share, FILE *file)
{
	struct point from, to, bend;

	layout_link(canvas->layout, canvas->net, v, port, &from, &to);
	write_point(canvas, 'M', from, file);
	if (!layout_bend(canvas->layout, canvas->net, v, port, &bend)) {
		write_point(canvas, 'L', between(from, to, share), file);
		return;
	}
	write_point(canvas, 'Q', between(from, bend, share), file);
	write_point(canvas, ' ', svg_curve_at(from, bend, to, share), file);
}

void path_network(const struct canvas *canvas, const struct pen *pen, FILE *file)
{
	const struct network *net = canvas->net;

	path_begin(file);
	for (int v = 0; v < net->nodes; v++)
		for (int p = 0; p < net->ports; p++)
			if (v < network_neighbour(net, v, p))
				path_link(canvas, v, p, 1, file);
	svg_curve_end(file, pen);
}
