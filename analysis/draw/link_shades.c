/* Draws each half of a link in the shade of the number of trees that leave the node there. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/array.h"
#include "base/error.h"
#include "analysis/draw/link_shades.h"

enum {
	LIGHTEST = 210,
	FEWEST = 4 /* trees: the darkest shade is for that many trees or more */
};

/* Counts the arcs of a tree, which lead away from the root. */
static void count_arcs(struct link_shades *shades, const struct forest *forest, int root, int j)
{
	const struct network *net = shades->net;
	const int *up = forest->up + (size_t)j * (size_t)net->nodes;

	for (int c = 0; c < net->nodes; c++) {
		int v = network_translate(net, root, c), *trees;

		if (up[c] < 0)
			continue;
		trees = &shades->trees[network_neighbour(net, v, up[c]) * net->ports +
				       network_reverse_port(net, up[c])];
		if (++*trees > shades->most)
			shades->most = *trees;
	}
}

int shades_open(struct link_shades *shades, const struct forest *forest, const struct network *net,
	int root, int but)
{
	size_t links = (size_t)net->nodes * (size_t)net->ports;

	*shades = (struct link_shades){ .net = net,
		.trees = array_zeros(links, sizeof *shades->trees) };
	if (!shades->trees)
		return why(ENOMEM, "no memory to draw %s", net->name);
	for (int j = 0; j < forest->trees; j++)
		if (j != but)
			count_arcs(shades, forest, root, j);
	return 0;
}

void shades_free(struct link_shades *shades)
{
	free(shades->trees);
}

static bool has_shade(const struct link_shades *shades, int link, int trees)
{
	const struct network *net = shades->net;

	return shades->trees[link] == trees &&
	       network_neighbour(net, link / net->ports, link % net->ports) >= 0;
}

/* Returns the number of directed links that this many trees use. */
static int links_of(const struct link_shades *shades, int trees)
{
	int links = 0;

	for (int i = 0; i < shades->net->nodes * shades->net->ports; i++)
		links += has_shade(shades, i, trees);
	return links;
}

/* Returns the pen of a shade. Lightness and width both tell the number. A link of no tree is
 * dotted. */
static struct pen pen_of(const struct link_shades *shades, int trees, char colour[SVG_COLOUR])
{
	double share = (double)trees / (shades->most > FEWEST ? shades->most : FEWEST);
	unsigned light = (unsigned)(LIGHTEST - share * (LIGHTEST - shades->darkest));

	if (!trees)
		return (struct pen){ "#a8aeb4", "1 3", 1 };
	snprintf(colour, SVG_COLOUR, "#%02x%02x%02x", light & 255, light & 255, light & 255);
	return (struct pen){ colour, "", 1.2 + 2.4 * share };
}

void shades_draw(const struct link_shades *shades, const struct canvas *canvas, FILE *file)
{
	int links = shades->net->nodes * shades->net->ports;
	char colour[SVG_COLOUR];

	for (int trees = 0; trees <= shades->most; trees++) {
		struct pen pen = pen_of(shades, trees, colour);

		if (!links_of(shades, trees))
			continue;
		path_begin(file);
		for (int i = 0; i < links; i++)
			if (has_shade(shades, i, trees))
				path_link(canvas, i / shades->net->ports, i % shades->net->ports,
					0.5, file);
		svg_curve_end(file, &pen);
	}
}

void shades_explain(const struct link_shades *shades, struct legend *legend)
{
	char colour[SVG_COLOUR], text[64];

	for (int trees = 0; trees <= shades->most; trees++) {
		struct pen pen = pen_of(shades, trees, colour);
		int links = links_of(shades, trees);

		if (!links)
			continue;
		snprintf(text, sizeof text, "%d: %d link%s", trees, links, links > 1 ? "s" : "");
		legend_line(legend, &pen, text);
	}
}
