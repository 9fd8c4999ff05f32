/* Prints figures of a family's trees: subtrees, Johnsson & Ho's table 1, and necklaces. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include "analysis/subtrees.h"
#include "tool/reports/tree_figures.h"
#include "tool/output/json_out.h"
#include "tool/output/units.h"
#include "topology/trees/necklace.h"

enum {
	SHOWN = 16
}; /* necklaces in a line */

/* ---- Subtrees of the root: the nodes reached through each link of the root ---- */

/* Calls `each` with the size of each subtree, in the order of the root's ports. */
static void for_subtrees(const struct forest *f, int j, void (*each)(int size))
{
	struct subtrees subtrees;

	if (subtrees_find(&subtrees, f, j))
		return;
	for (int p = 0; p < f->net.ports; p++)
		if (subtrees.size[p])
			each(subtrees.size[p]);
	subtrees_free(&subtrees);
}

static void print_size(int size)
{
	printf(" %d", size);
}

static void write_size(int size)
{
	json_whole(NULL, size);
}

void figures_write_subtrees(const struct forest *forest, int j)
{
	json_open("subtrees", '[');
	for_subtrees(forest, j, write_size);
	json_close(']');
}

static void print_subtrees(const struct forest *f)
{
	printf("%6s %8s   nodes behind each link of the root\n", "tree", "height");
	for (int j = 0; j < f->trees; j++) {
		printf("%6d %8d  ", j, forest_height(f, j));
		for_subtrees(f, j, print_size);
		putchar('\n');
	}
}

/* ---- Loads ---- */

static const struct {
	const char *name, *text;
} tables[] = {
	{ "by_level", "ew, from level l: blocks of a broadcast on the links of the lane" },
	{ "behind", "sw, from level l: blocks of a scatter that cross links of the lane" },
	{ "apart",
		"rw, l links on: blocks of a scatter that end so far behind a link of the lane" },
};

static const long long *table_of(const struct loads *loads, int i)
{
	return i == 0 ? loads->by_level : i == 1 ? loads->behind : loads->apart;
}

static void print_row(const char *name, const long long *row, int lanes, int parts)
{
	printf("%6s", name);
	for (int d = 0; d < lanes; d++)
		printf(" %8.6g", (double)row[d] / parts);
	putchar('\n');
}

static void print_loads(const struct loads *loads, const struct forest *f)
{
	printf("\nlane is a %s; numbers count blocks, and each tree has a part of a block\n%6s",
		network_dimensions(&f->net) ? "dimension" : "port", "lane");
	for (int d = 0; d < loads->lanes; d++)
		printf(" %8d", d);
	putchar('\n');
	print_row("E", loads->links, loads->lanes, 1);
	print_row("Ew", loads->edges, loads->lanes, f->parts);
	for (int i = 0; i < 3; i++) {
		printf("%s\n", tables[i].text);
		for (int l = 0; l < loads->levels; l++)
			print_row(short_text("%d", l),
				table_of(loads, i) + (size_t)l * (size_t)loads->lanes, loads->lanes,
				f->parts);
	}
}

static void write_row(const char *name, const long long *row, int lanes, int parts)
{
	json_open(name, '[');
	for (int d = 0; d < lanes; d++)
		json_real(NULL, (double)row[d] / parts);
	json_close(']');
}

static void write_loads(const struct loads *loads, const struct forest *f)
{
	json_line();
	json_open("loads", '{');
	json_text("lanes", network_dimensions(&f->net) ? "dimensions" : "ports");
	write_row("links", loads->links, loads->lanes, 1);
	write_row("edges", loads->edges, loads->lanes, f->parts);
	for (int i = 0; i < 3; i++) {
		json_open(tables[i].name, '[');
		for (int l = 0; l < loads->levels; l++)
			write_row(NULL, table_of(loads, i) + (size_t)l * (size_t)loads->lanes,
				loads->lanes, f->parts);
		json_close(']');
	}
	json_close('}');
}

/* ---- Necklaces: sets of nodes that the rotation takes into each other ---- */

static int rotate_once(const struct network *net, int v)
{
	return necklace_order(net) ? necklace_rotate(net, v, 1) : network_rotate(net, v, 1);
}

static bool has_rotation(const struct network *net)
{
	return necklace_order(net) > 1 || network_rotations(net) > 1;
}

/* Returns the period of the necklace whose least node is v, or 0 if v is not the least node. */
static int period_of(const struct network *net, int v)
{
	int period = 1;

	for (int u = rotate_once(net, v); u != v; u = rotate_once(net, u), period++)
		if (u < v)
			return 0;
	return period;
}

static int most_rotations(const struct network *net)
{
	return necklace_order(net) ? necklace_order(net) : network_rotations(net);
}

static void print_period(const struct network *net, int period)
{
	char label[NETWORK_LABEL];
	int count = 0;

	for (int v = 0; v < net->nodes; v++)
		count += period_of(net, v) == period;
	if (!count)
		return;
	printf("%6d %8d  ", period, count);
	for (int v = 0, shown = 0; v < net->nodes && shown <= SHOWN; v++)
		if (period_of(net, v) == period) {
			network_label(net, v, label);
			printf(" %s", shown++ < SHOWN ? label : "..");
		}
	putchar('\n');
}

static void print_necklaces(const struct network *net)
{
	if (!has_rotation(net))
		return;
	printf("\nnecklaces, nodes that the rotation takes into one another\n%6s %8s   by the "
	       "least "
	       "node\n",
		"period", "number");
	for (int period = 1; period <= most_rotations(net); period++)
		print_period(net, period);
}

static void write_necklaces(const struct network *net)
{
	json_line();
	json_open("necklaces", '[');
	for (int v = 0; v < net->nodes && has_rotation(net); v++) {
		int period = period_of(net, v);

		if (!period)
			continue;
		json_open(NULL, '{');
		json_whole("node", v);
		json_whole("period", period);
		json_whole("level", network_distance(net, 0, v));
		json_close('}');
	}
	json_close(']');
}

void figures_print(const struct forest *forest, const struct loads *loads)
{
	print_subtrees(forest);
	print_loads(loads, forest);
	print_necklaces(&forest->net);
}

void figures_write(const struct forest *forest, const struct loads *loads)
{
	write_loads(loads, forest);
	write_necklaces(&forest->net);
}
