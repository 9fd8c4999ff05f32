/* The arc-disjoint spanning trees of cube-connected cycles and butterflies: Nickolov 1993. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/topology_help.h"

enum {
	LEAST = 3,
	MOST = 10 /* dimensions tried: up to 10240 nodes */
};

/* Spanning: each node but the root has a parent, and forest_grow found it joined to the root. */
static void assert_spanning(const struct forest *f, int trees)
{
	assert_int_equal(f->trees, trees);
	for (int j = 0; j < trees; j++) {
		assert_int_equal(parent_of(f, j, 0), TREE_ROOT);
		for (int c = 1; c < f->net.nodes; c++) {
			assert_int_equal(
				parent_of(f, j, c), network_neighbour(&f->net, c, up_of(f, j, c)));
			assert_true(depth_of(f, j, c) > 0);
		}
	}
}

/* An arc is known by the node that it enters and the port there. Returns how many are not used. */
static int assert_arc_disjoint(const struct forest *f)
{
	int used = 0;

	for (int c = 1; c < f->net.nodes; c++) {
		int ports = 0;

		for (int j = 0; j < f->trees; j++, used++) {
			assert_false(ports >> up_of(f, j, c) & 1);
			ports |= 1 << up_of(f, j, c);
		}
	}
	return f->net.nodes * f->net.ports - used;
}

/* No link is used by trees j and k together, in whichever directions. */
static void assert_edge_disjoint(const struct forest *f, int j, int k)
{
	FREED bool *used = calloc((size_t)f->net.nodes * f->net.ports, sizeof *used);

	for (int c = 1; c < f->net.nodes; c++) {
		int p = up_of(f, j, c);

		used[c * f->net.ports + p] = true;
		used[parent_of(f, j, c) * f->net.ports + network_reverse_port(&f->net, p)] = true;
	}
	for (int c = 1; c < f->net.nodes; c++)
		assert_false(used[c * f->net.ports + up_of(f, k, c)]);
}

TEST("adst3 on ccc: 3 arc-disjoint spanning trees of height 3d + 3, through all arcs (theorem 3.1)")
{
	for (int d = LEAST; d <= MOST; d++) {
		AUTO(forest) f = forest_on("adst3", "ccc", d);

		assert_spanning(f, 3);
		assert_int_equal(assert_arc_disjoint(f), 3); /* those into the root */
		assert_int_equal(forest_height(f, 0), 3 * d + 3);
		assert_int_equal(forest_height(f, 1), d == 3 ? 10 : 3 * d + 2);
		assert_int_equal(forest_height(f, 2), d == 3 ? 10 : 3 * d);
	}
}

TEST("adst4 on butterfly: 4 arc-disjoint spanning trees of height 2d + 1, through all arcs "
     "(theorem 3.2)")
{
	for (int d = LEAST; d <= MOST; d++) {
		AUTO(forest) f = forest_on("adst4", "butterfly", d);

		assert_spanning(f, 4);
		assert_int_equal(assert_arc_disjoint(f), 4);
		for (int j = 0; j < 4; j++)
			assert_int_equal(forest_height(f, j), 2 * d + (j % 2 == 0));
	}
}

TEST("adst2 on butterfly: 2 arc-disjoint spanning trees of height d + d/2 + 1 (theorem 3.3)")
{
	for (int d = LEAST; d <= MOST; d++) {
		AUTO(forest) f = forest_on("adst2", "butterfly", d);

		assert_spanning(f, 2);
		assert_int_equal(assert_arc_disjoint(f), 2 * (d << d) + 2);
		assert_int_equal(forest_height(f, 0), d + d / 2 + 1);
		assert_int_equal(forest_height(f, 1), d + d / 2 + 1);
	}
}

/* By running the construction: d = 3 .. 9. */
TEST("adst2 on ccc: 2 arc-disjoint spanning trees of height at most 2d + d/2 + 2 (theorem 3.4)")
{
	static const int heights[][2] = { { 8, 9 }, { 10, 12 }, { 13, 13 }, { 15, 17 }, { 18, 18 },
		{ 20, 22 }, { 23, 23 } };

	for (int d = LEAST; d <= MOST; d++) {
		AUTO(forest) f = forest_on("adst2", "ccc", d);

		assert_spanning(f, 2);
		assert_int_equal(assert_arc_disjoint(f), (d << d) + 2);
		for (int j = 0; j < 2; j++) {
			assert_true(forest_height(f, j) <= 2 * d + d / 2 + 2);
			if (d - LEAST < COUNT(heights))
				assert_int_equal(forest_height(f, j), heights[d - LEAST][j]);
		}
	}
}

TEST("adst4: T0 and T1 share no link, nor do T2 and T3; edst2 is the first pair")
{
	for (int d = LEAST; d <= MOST; d++) {
		AUTO(forest) f = forest_on("adst4", "butterfly", d);
		AUTO(forest) pair = forest_on("edst2", "butterfly", d);

		assert_edge_disjoint(f, 0, 1);
		assert_edge_disjoint(f, 2, 3);
		assert_spanning(pair, 2);
		for (int c = 1; c < f->net.nodes; c++) {
			assert_int_equal(up_of(pair, 0, c), up_of(f, 0, c));
			assert_int_equal(up_of(pair, 1, c), up_of(f, 1, c));
		}
	}
}

/* Property 3.1: T0 and T1 climb on all links, T2 and T3 come down on all. */
TEST("adst4: T0 and T1 climb, T2 and T3 descend (property 3.1)")
{
	AUTO(forest) f = forest_on("adst4", "butterfly", 5);

	for (int j = 0; j < 4; j++)
		for (int c = 1; c < f->net.nodes; c++) {
			int step = (c % 5 - parent_of(f, j, c) % 5 + 5) % 5;

			assert_int_equal(step, j < 2 ? 1 : 4);
		}
}

/* Translated, tree j stays a tree: walking up from node v comes to the root in as many steps as
 * from its image, and over arcs that no other tree uses. */
static int steps_to_root(const struct forest *f, int j, int root, int v)
{
	int steps = 0;

	for (; v != root; steps++) {
		int c = network_untranslate(&f->net, root, v);

		v = network_neighbour(&f->net, v, up_of(f, j, c));
	}
	return steps;
}

static void assert_moved(const struct forest *f, int root)
{
	const struct network *net = &f->net;
	FREED bool *used = calloc((size_t)net->nodes * net->ports, sizeof *used);

	for (int j = 0; j < f->trees; j++)
		for (int c = 1; c < net->nodes; c++) {
			int v = network_translate(net, root, c),
			    arc = v * net->ports + up_of(f, j, c);

			assert_false(used[arc]);
			used[arc] = true;
			assert_int_equal(steps_to_root(f, j, root, v), depth_of(f, j, c));
		}
}

TEST("adst: they move to every root")
{
	static const char *const cases[][2] = { { "adst2", "ccc" }, { "adst3", "ccc" },
		{ "adst2", "butterfly" }, { "adst4", "butterfly" } };

	for (int i = 0; i < COUNT(cases); i++)
		for (int d = LEAST; d <= 4; d++) {
			AUTO(forest) f = forest_on(cases[i][0], cases[i][1], d);

			for (int root = 0; root < f->net.nodes; root++)
				assert_moved(f, root);
		}
}

static void assert_refused(const char *family, const char *network, const char *instead)
{
	struct forest *forest;
	struct network net = network_at(network);

	REFUSES(forest_grow(&forest, &net, family_named(family)), EINVAL, family);
	assert_non_null(strstr(why_text(), instead));
}

TEST("adst: elsewhere they are refused with what there is")
{
	assert_refused("adst2", "cube:3", "nesbt");
	assert_refused("adst3", "butterfly:3", "adst4");
	assert_refused("adst4", "ccc:3", "adst3");
	assert_refused("edst2", "ccc:3", "adst2");
	assert_refused("nesbt", "ccc:4", "adst2, adst3");
}
