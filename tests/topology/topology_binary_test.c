/* The binary subtrees of butterflies and cube-connected cycles: Nickolov 1993, chapter 2. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/topology_help.h"
#include "topology/networks/cycle_groups.h"

/* Hop-nodes of compound arcs, which are reached across, are no level of the binary tree of ccc. */
static int level_of(const struct forest *f, int c)
{
	int level = 0;

	for (int a = c; a; a = parent_of(f, 0, a))
		level += !strcmp(f->net.kind->name, "butterfly") || up_of(f, 0, a) != CCC_CROSS;
	return level;
}

static bool is_hop(const struct forest *f, int c)
{
	return !strcmp(f->net.kind->name, "ccc") && c && up_of(f, 0, c) == CCC_CROSS;
}

/* Properties 2.4 and 2.9: 2^k nodes at level k, of which in level d one would be the root, and on
 * ccc another one is a hop-node: the leaf (d, 0_0), which is (0, 0_0). */
static void assert_balanced(const struct forest *f)
{
	int d = f->net.dimension, at[2 * MOST_DIMENSIONS] = { 0 };

	for (int c = 0; c < f->net.nodes; c++)
		if (!is_hop(f, c) && level_of(f, c) <= d)
			at[level_of(f, c)]++;
	for (int k = 0; k < d; k++)
		assert_int_equal(at[k], 1 << k);
	assert_int_equal(at[d], (1 << d) - (strcmp(f->net.kind->name, "ccc") ? 1 : 2));
}

/* Properties 2.6 and 2.11: each cycle is entered once. */
static void assert_cycles_are_entered_once(const struct forest *f)
{
	int d = f->net.dimension;
	bool ccc = !strcmp(f->net.kind->name, "ccc");

	for (int x = 1; x < 1 << d; x++) {
		int entries = 0;

		for (int i = 0; i < d; i++) {
			int up = up_of(f, 0, x * d + i);

			entries += ccc ? up == CCC_CROSS
				       : up == BUTTERFLY_CROSS_UP || up == BUTTERFLY_CROSS_DOWN;
		}
		assert_int_equal(entries, 1);
	}
}

static const char *const families[] = { "ascend", "descend" };
static const char *const kinds[] = { "butterfly", "ccc" };

static void for_trees(void (*check)(const struct forest *f))
{
	for (int i = 0; i < 4; i++)
		for (int d = 3; d <= 7; d++) {
			AUTO(forest) f = forest_on(families[i % 2], kinds[i / 2], d);

			check(f);
		}
}

TEST("binary: 2^k nodes at level k (properties 2.4 and 2.9)")
{
	for_trees(assert_balanced);
}

TEST("binary: every cycle is entered once (properties 2.6 and 2.11)")
{
	for_trees(assert_cycles_are_entered_once);
}

/* Lemmas 2.1 and 2.3: upwards above the highest 1, downwards at the lowest. */
TEST("binary: where cycles are entered (lemmas 2.1 and 2.3)")
{
	for (int d = 3; d <= 7; d++) {
		AUTO(forest) up = forest_on("ascend", "butterfly", d);
		AUTO(forest) down = forest_on("descend", "butterfly", d);

		for (int x = 1; x < 1 << d; x++) {
			int above = 32 - __builtin_clz((unsigned)x),
			    low = __builtin_ctz((unsigned)x);

			assert_int_equal(up_of(up, 0, x * d + above % d), BUTTERFLY_CROSS_DOWN);
			assert_int_equal(up_of(down, 0, x * d + low), BUTTERFLY_CROSS_UP);
		}
	}
}

TEST_EACH("binary: heights 2d - 1 on butterflies, 3d - 2 on ccc", for_trees(each),
	const struct forest *f)
{
	int d = f->net.dimension;

	assert_int_equal(
		forest_height(f, 0), strcmp(f->net.kind->name, "ccc") ? 2 * d - 1 : 3 * d - 2);
}

/* One sends upwards alone, the other downwards. */
TEST("binary: one climbs, the other descends")
{
	for (int d = 3; d <= 7; d++) {
		AUTO(forest) up = forest_on("ascend", "butterfly", d);
		AUTO(forest) down = forest_on("descend", "butterfly", d);

		for (int c = 1; c < up->net.nodes; c++) {
			assert_true(up_of(up, 0, c) == BUTTERFLY_DOWN ||
				    up_of(up, 0, c) == BUTTERFLY_CROSS_DOWN);
			assert_true(up_of(down, 0, c) == BUTTERFLY_UP ||
				    up_of(down, 0, c) == BUTTERFLY_CROSS_UP);
		}
	}
}
