/* Pictures of trees: shades count trees, subtrees have colours, small pictures have all arcs. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "analysis/draw/legend.h"
#include "analysis/draw/link_shades.h"
#include "analysis/draw/sheet.h"
#include "analysis/draw/tree_drawing.h"
#include "analysis/subtrees.h"
#include "tests/plan_help.h"

/* Networks of more nodes than an arrow for each arc of each tree allows. */
static const char *const large[] = { "cube:6", "gh:6x7", "gh:7x7", "ccc:4", "ring:40", "torus:6x6",
	"mesh:6x7~0-1" };
static const char *const small[] = { "cube:0", "cube:1", "cube:4", "gh:4x4", "gh:9", "star:4",
	"butterfly:3", "ring:8", "mesh:3x4" };

static size_t count_of(const char *text, const char *what)
{
	size_t count = 0;

	for (; (text = strstr(text, what)); text += strlen(what))
		count++;
	return count;
}

static char *drawn(const struct forest *forest, int root, int tree)
{
	char *text;
	size_t length;
	FILE *file = open_memstream(&text, &length);

	if (forest_draw_svg(forest, root, tree, file))
		fail_msg("%s on %s: %s", forest->family->name, forest->net.name, why_text());
	fclose(file);
	return text;
}

typedef void check(const struct forest *forest, int root);

/* Calls a check with each family on each of these networks, with the last node as root. */
static void for_forests(const char *const *names, int count, check *each)
{
	const struct family *family;

	for (int n = 0; n < count; n++)
		for (int i = 0; (family = family_at(i)); i++) {
			struct network net;
			AUTO(forest) forest = NULL;
			int root;

			assert_int_equal(network_open(&net, names[n]), 0);
			root = net.nodes - 1;
			if (family->name[0] == '.' || family_applies(family, &net))
				continue;
			net = network_centred(&net, root);
			assert_int_equal(forest_grow(&forest, &net, family), 0);
			each(forest, root);
		}
}

static size_t arcs_of(const struct forest *forest, int j)
{
	size_t arcs = 0;

	for (int c = 0; c < forest->net.nodes; c++)
		arcs += forest->up[j * forest->net.nodes + c] >= 0;
	return arcs;
}

/* Links of the lines of a path that has this beginning; each link is a move. */
static size_t moves_of(const char *path)
{
	size_t moves = 0;

	for (path = strstr(path, " d=\"") + 4; *path != '"'; path++)
		moves += *path == 'M';
	return moves;
}

/* ---- Shades ---- */

/* What a shade means, counted by hand: the trees in which v is the parent of the neighbour. */
static int trees_on(const struct forest *forest, int root, int v, int port, int but)
{
	struct network net = network_centred(&forest->net, 0);
	int nodes = net.nodes, u = network_neighbour(&net, v, port), trees = 0;
	int parent = network_untranslate(&net, root, v), child = network_untranslate(&net, root, u);

	for (int j = 0; j < forest->trees && u >= 0; j++)
		trees += j != but && forest->parent[j * nodes + child] == parent;
	return trees;
}

TEST_EACH("forest: shades count the trees that leave by a port",
	(for_forests(large, COUNT(large), each), for_forests(small, COUNT(small), each)),
	const struct forest *forest, int root)
{
	struct network net = network_centred(&forest->net, 0);
	struct link_shades shades;
	int most = 0;

	for (int but = -1; but < forest->trees; but += forest->trees) {
		assert_int_equal(shades_open(&shades, forest, &net, root, but), 0);
		most = 0;
		for (int v = 0; v < net.nodes; v++)
			for (int p = 0; p < net.ports; p++) {
				int trees = network_neighbour(&net, v, p) < 0
						    ? 0
						    : trees_on(forest, root, v, p, but);

				assert_int_equal(shades.trees[v * net.ports + p], trees);
				most = trees > most ? trees : most;
			}
		assert_int_equal(shades.most, most);
		shades_free(&shades);
	}
}

/* The theorem that the picture shows: nesbt uses all links once, but for those into the root. */
TEST("forest: a legend counts the links of each shade")
{
	AUTO(forest) forest = forest_of("nesbt", "cube:6"), *star = forest_of("mst", "star:5");
	FREED char *cube = drawn(forest, 0, -1), *chosen = drawn(forest, 0, 2),
		   *meet = drawn(star, 0, -1);

	assert_non_null(strstr(cube, ">0: 6 links<"));
	assert_non_null(strstr(cube, ">1: 378 links<"));
	assert_null(strstr(cube, ">2: "));
	assert_non_null(strstr(chosen, ">tree 2 of nesbt on cube:6, root 000000<"));
	assert_non_null(strstr(chosen, ">1: 315 links<")); /* 378 less the 63 of tree 2 */
	assert_non_null(strstr(meet, ">2: "));
	assert_null(strstr(meet, ">3: "));
}

/* ---- Many trees ---- */

TEST_EACH("forest: a large network has a small picture of each tree",
	for_forests(large, COUNT(large), each), const struct forest *forest, int root)
{
	FREED char *svg = drawn(forest, root, -1);
	char title[64];
	const char *at = svg;

	if (forest->trees > 1) {
		assert_int_equal(count_of(svg, "<use "), forest->trees);
		for (int j = 0; j < forest->trees; j++) {
			snprintf(title, sizeof title, ">tree %d, height %d<", j,
				forest_height(forest, j));
			at = strstr(at, title);
			assert_non_null(at);
			assert_int_equal(moves_of(at), arcs_of(forest, j));
		}
	}
	/* Small enough for a page: a link or an arc is some 50 bytes. */
	assert_true(strlen(svg) < 4000 + 700 * (size_t)forest->net.nodes +
					  150 * (size_t)(forest->net.nodes * forest->net.ports));
}

/* ---- One tree ---- */

static int port_of(const struct forest *forest, int j, int c)
{
	int nodes = forest->net.nodes;

	while (forest->parent[j * nodes + c] > 0)
		c = forest->parent[j * nodes + c];
	return forest->parent[j * nodes + c] < 0 ? -1 : network_port_to(&forest->net, 0, c);
}

TEST_EACH("forest: subtrees lie behind the ports of the root",
	(for_forests(small, COUNT(small), each), for_forests(large, COUNT(large), each)),
	const struct forest *forest, int root)
{
	for (int j = 0; j < forest->trees; j++) {
		ENDED(subtrees_free) struct subtrees subtrees;
		int size = 0, count = 0;

		assert_int_equal(subtrees_find(&subtrees, forest, j), 0);
		for (int c = 0; c < forest->net.nodes; c++) {
			assert_int_equal(subtrees.port[c], port_of(forest, j, c));
			size += subtrees.port[c] == 0;
		}
		for (int p = 0; p < forest->net.ports; p++)
			count += subtrees.size[p] > 0;
		assert_int_equal(forest->net.ports ? subtrees.size[0] : 0, size);
		assert_int_equal(subtrees.count, count);
	}
}

/* An arrow for each arc of the tree, and for a small network a second picture, level by level. */
static void assert_one(const struct forest *forest, int root)
{
	int tree = forest->trees - 1;
	FREED char *svg = drawn(forest, root, tree);

	assert_int_equal(count_of(svg, "Z\" fill="), arcs_of(forest, tree));
	assert_int_equal(count_of(svg, ">tree 0<") + count_of(svg, ">tree 1<"),
		forest->net.nodes <= 32 && tree < 2);
	assert_int_equal(count_of(svg, "other trees on each link"), forest->trees > 1);
}

TEST("forest: a selected tree has all its arcs")
{
	for_forests(small, COUNT(small), assert_one);
	for_forests(large, COUNT(large), assert_one);
}

/* The lecture's point: equal subtrees in sbnt and bst, each with colour, dash and number. */
TEST("forest: subtrees have a colour, a dash and a number")
{
	static const struct {
		const char *family, *net;
		int size[6];
	} known[] = { { "sbnt", "cube:4", { 5, 4, 3, 3 } }, { "sbt", "cube:4", { 8, 4, 2, 1 } },
		{ "bst", "gh:4x4", { 2, 2, 3, 2, 3, 3 } },
		{ "sbnt", "cube:6", { 13, 12, 11, 9, 9, 9 } } };

	for (int i = 0; i < COUNT(known); i++) {
		AUTO(forest) forest = forest_of(known[i].family, known[i].net);
		size_t pictures = forest->net.nodes <= 32 ? 2 : 1;
		FREED char *svg = drawn(forest, 0, -1);
		char text[128], colour[SVG_COLOUR];

		for (int p = 0; p < forest->net.ports; p++) {
			size_t size = (size_t)known[i].size[p];

			snprintf(text, sizeof text, ">%d: %zu node%s<", p, size,
				size > 1 ? "s" : "");
			if (!strstr(svg, text))
				fail_msg("%s on %s: no %s", known[i].family, known[i].net, text);
			snprintf(text, sizeof text, "paint-order=\"stroke\">%d<", p);
			assert_int_equal(count_of(svg, text), size * pictures);
			snprintf(text, sizeof text, "stroke=\"%s\" stroke-width=\"2.0\"%s%s%s/>",
				svg_colour(p, colour), p % 4 ? " stroke-dasharray=\"" : "",
				svg_dashes(p), p % 4 ? "\"" : "");
			assert_int_equal(count_of(svg, text), 1);
		}
	}
}

/* ---- The legend ---- */

/* The legend stands below the links that bend below the last nodes. */
TEST("forest: links end above the legend")
{
	ENDED(layout_free) struct layout layout;
	double lowest = 0;
	struct network net = network_at("butterfly:4");

	assert_int_equal(layout_open(&layout, &net), 0);
	for (int v = 0; v < net.nodes; v++)
		for (int p = 0; p < net.ports; p++) {
			struct point from, to, bend;

			layout_link(&layout, &net, v, p, &from, &to);
			if (layout_bend(&layout, &net, v, p, &bend))
				lowest = fmax(lowest, svg_curve_at(from, bend, to, 0.5).y);
		}
	assert_true(lowest > layout.wrap); /* some link bends so */
	assert_true(lowest <= layout.height);
}

/* A legend that does not fit in a row goes on in the next, and is measured as it is drawn. */
TEST("forest: a legend is measured as it is drawn")
{
	const struct pen pen = { "#0072b2", "", 2 };
	struct legend legend = legend_below(10, 20, 200);
	FREED char *text = NULL;
	size_t length;
	FILE *file = open_memstream(&text, &length);
	double bottom = 0;

	for (int drawn = 0; drawn < 2; drawn++) {
		legend_title(&legend, "ports:");
		for (int i = 0; i < 5; i++)
			legend_line(&legend, &pen, "5 nodes");
		if (!drawn) {
			bottom = legend.at.y;
			legend_restart(&legend, 20, file);
		}
	}
	fclose(file);
	assert_true(bottom > 20 && legend.at.y == bottom);
	assert_int_equal(count_of(text, "<polyline"), 5);
	assert_int_equal(count_of(text, "<text"), 6);
	assert_null(strstr(text, "points=\"2")); /* to the right of 200: only 2xx.x */
}
