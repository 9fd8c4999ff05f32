/* The two-rooted complete binary tree: Johnsson & Ho 1986, section 3.3. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/topology_help.h"

/* There is none on cube:1. */
#define SQUARES_TEST(sentence)                                                                     \
	TEST_EACH(sentence, for_cubes_from(2, "tcbt", each), const struct forest *f, int n)

static int children_count(const struct forest *f, int c)
{
	return __builtin_popcount((unsigned)children_of(f, 0, c));
}

/* The root, the other root and its one child each; below them every node has two or none. */
SQUARES_TEST("tcbt: a complete binary tree below each of two roots")
{
	int b = 1 << (n - 1);

	assert_int_equal(parent_of(f, 0, b), 0);
	assert_int_equal(children_count(f, 0), 2);
	assert_int_equal(children_count(f, b), 1);
	for (int c = 1; c < f->net.nodes; c++) {
		int below_b = 0, depth = depth_of(f, 0, c);

		for (int a = c; a; a = parent_of(f, 0, a))
			below_b |= a == b;
		if (c != b)
			assert_int_equal(children_count(f, c), depth < n - 1 + below_b ? 2 : 0);
	}
}

SQUARES_TEST("tcbt: 1, 2, 3, 6, .. nodes at the levels, and N/4 at the last")
{
	int nodes[MOST_DIMENSIONS + 1] = { 0 };

	for (int c = 0; c < f->net.nodes; c++)
		nodes[depth_of(f, 0, c)]++;
	assert_int_equal(forest_height(f, 0), n);
	assert_int_equal(nodes[0], 1);
	assert_int_equal(nodes[1], 2);
	for (int l = 2; l < n; l++)
		assert_int_equal(nodes[l], 3 << (l - 2));
	assert_int_equal(nodes[n], f->net.nodes / 4);
}

/* The sum of all distances is what an all-to-all moves: section 7.1. */
SQUARES_TEST("tcbt: the distances add up to (2n-3) N/2 + 2")
{
	int sum = 0;

	for (int c = 0; c < f->net.nodes; c++)
		sum += depth_of(f, 0, c);
	assert_int_equal(sum, (2 * n - 3) * f->net.nodes / 2 + 2);
}

/* Half of the nodes are below the other root: the most that is below any link (section 5). */
SQUARES_TEST("tcbt: half of the nodes are behind each link of the root")
{
	for (int d = 0; d < n; d++)
		assert_int_equal(behind_root(f, 0, d), d == n - 1   ? f->net.nodes / 2
						       : d == n - 2 ? f->net.nodes / 2 - 1
								    : 0);
}

TEST("tcbt: on the square it is the path 1 - 0 - 2 - 3")
{
	AUTO(forest) f = cube_forest("tcbt", 2);

	assert_int_equal(parent_of(f, 0, 1), 0);
	assert_int_equal(parent_of(f, 0, 2), 0);
	assert_int_equal(parent_of(f, 0, 3), 2);
}

TEST("tcbt: cube:1 has none, and hears what it has")
{
	static const char *const none[] = { "cube:0", "cube:1", "gh:2x2", "gh:4x4" };
	struct network net;

	for (int i = 0; i < COUNT(none); i++) {
		assert_int_equal(network_open(&net, none[i]), 0);
		assert_int_not_equal(family_applies(family_named("tcbt"), &net), 0);
	}
	assert_int_equal(network_open(&net, "cube:1"), 0);
	family_applies(family_named("tcbt"), &net);
	assert_non_null(strstr(why_text(), "tcbt: needs cube:n with n >= 2, got cube:1; there: "));
	assert_non_null(strstr(why_text(), "sbt"));
}
