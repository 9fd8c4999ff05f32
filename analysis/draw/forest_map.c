/* Draws many trees on a large network: shades of links, and a small picture of each tree. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "analysis/draw/forest_map.h"
#include "analysis/draw/link_shades.h"
#include "analysis/draw/sheet.h"

enum {
	SMALL = 300,   /* pixels: the longer side of a small picture */
	WIDEST = 1500, /* a small picture that would end further right begins a new row */
	DARKEST = 20,
	HEAD = 22 /* above a small picture, for its title */
};

static const char *const meaning = "trees on each link (the half at a node: from that node):";

/* The small pictures stand in a grid below the large picture, and show the links of the network
 * once: each is a copy. */
struct map {
	const struct forest *forest;
	struct network net;
	const struct layout *layout;
	struct link_shades shades;
	int root, columns;
	struct canvas small;
	struct point cell;    /* size of a small picture with its margins */
	double width, bottom; /* of the whole picture; of the large picture */
};

static void measure(struct map *map)
{
	double broad = map->layout->width, high = map->layout->height;
	double unit = fmin(SMALL / fmax(fmax(broad, high), 1), SHEET_UNIT / 2.0);

	map->width = fmax(broad * SHEET_UNIT + 2 * SHEET_MARGIN, WIDEST);
	map->bottom = high * SHEET_UNIT + SHEET_TOP + 1.5 * SHEET_MARGIN;
	map->small = (struct canvas){ &map->net, map->layout, { 0, HEAD }, unit };
	map->cell = (struct point){ fmax(broad * unit, 4 * SHEET_MARGIN) + SHEET_MARGIN,
		high * unit + HEAD + SHEET_MARGIN };
	map->columns = (int)fmax(1, (map->width - SHEET_MARGIN) / map->cell.x);
}

static void draw_legend(const struct map *map, struct legend *legend)
{
	legend_title(legend, meaning);
	shades_explain(&map->shades, legend);
}

/* Defines the links that all small pictures have in common. */
static void define_links(const struct map *map, FILE *file)
{
	const struct pen pale = { "#d5dade", "", 0.8 };

	fputs("<defs><g id=\"links\">", file);
	path_network(&map->small, &pale, file);
	fputs("</g></defs>\n", file);
}

static void draw_tree(const struct map *map, int j, FILE *file)
{
	const struct network *net = &map->net;
	const int *up = map->forest->up + (size_t)j * (size_t)net->nodes;
	struct point root = canvas_point(&map->small, map->layout->at[map->root]);
	char colour[SVG_COLOUR], title[64];
	struct pen pen = { svg_colour(j, colour), svg_dashes(j), 1.6 };

	snprintf(title, sizeof title, "tree %d, height %d", j, forest_height(map->forest, j));
	svg_text(file, (struct point){ 0, 8 }, SHEET_LABEL + 1, "start", title);
	fputs("<use href=\"#links\"/>\n", file);
	path_begin(file);
	for (int c = 0; c < net->nodes; c++)
		if (up[c] >= 0)
			path_link(
				&map->small, network_translate(net, map->root, c), up[c], 1, file);
	svg_curve_end(file, &pen);
	svg_dot(file, root, 4, "#222");
}

static void draw_small(const struct map *map, double top, FILE *file)
{
	for (int j = 0; j < map->forest->trees; j++) {
		fprintf(file, "<g transform=\"translate(%.1f %.1f)\">\n",
			SHEET_MARGIN + j % map->columns * map->cell.x,
			top + j / map->columns * map->cell.y);
		draw_tree(map, j, file);
		fputs("</g>\n", file);
	}
}

static void draw(const struct map *map, FILE *file)
{
	struct legend legend = legend_below(SHEET_MARGIN, map->bottom, map->width - SHEET_MARGIN);
	const struct canvas large = sheet_canvas(&map->net, map->layout);
	int rows = (map->forest->trees + map->columns - 1) / map->columns;
	char title[FOREST_TITLE];
	double top;

	draw_legend(map, &legend);
	top = legend.at.y + 2 * SHEET_MARGIN;
	forest_title(map->forest, map->root, "", title);
	svg_begin(file, map->width, top + rows * map->cell.y, title);
	svg_text(file, (struct point){ SHEET_MARGIN, SHEET_MARGIN - 4 }, SHEET_TITLE, "start",
		title);
	define_links(map, file);
	shades_draw(&map->shades, &large, file);
	sheet_nodes(&map->net, map->layout, map->root, file);
	legend_restart(&legend, map->bottom, file);
	draw_legend(map, &legend);
	draw_small(map, top, file);
	svg_end(file);
}

int forest_draw_map(const struct forest *forest, const struct layout *layout, int root, FILE *file)
{
	struct map map = { .forest = forest, .layout = layout, .root = root };
	int error;

	map.net = network_centred(&forest->net, 0);
	error = shades_open(&map.shades, forest, &map.net, root, -1);
	if (error)
		return error;
	map.shades.darkest = DARKEST;
	measure(&map);
	draw(&map, file);
	shades_free(&map.shades);
	return 0;
}
