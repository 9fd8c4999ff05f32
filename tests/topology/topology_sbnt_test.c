/* The spanning balanced n-tree, with one path or several: Johnsson & Ho 1986, section 3.6. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/topology_help.h"

/* The bases of c as bits: the steps to the right that give the least rotation. */
static int bases(int c, int n)
{
	int least = c, found = 0;

	for (int j = 0; j < n; j++)
		least = rotate_left(c, j, n) < least ? rotate_left(c, j, n) : least;
	for (int j = 0; j < n; j++)
		if (rotate_left(c, n - j, n) == least)
			found |= 1 << j;
	return found;
}

static int smallest_base(int c, int n)
{
	return __builtin_ctz(bases(c, n));
}

CUBES_TEST("sbnt: parents are those of the paper", "sbnt")
{
	for (int c = 1; c < f->net.nodes; c++)
		assert_int_equal(up_of(f, 0, c), first_1_right_of(c, smallest_base(c, n), n));
}

CUBES_TEST("sbnt: children are those of the paper", "sbnt")
{
	assert_int_equal(children_of(f, 0, 0), (1 << n) - 1);
	for (int c = 1; c < f->net.nodes; c++) {
		int base = smallest_base(c, n), between = bits_between(c, base, n), children = 0;

		for (int m = 0; m < n; m++)
			if (between >> m & 1 && smallest_base(c | 1 << m, n) == base)
				children |= 1 << m;
		assert_int_equal(children_of(f, 0, c), children);
	}
}

/* So the base names the subtree: theorem 3.3 rests on it. */
CUBES_TEST("sbnt: the parent keeps the base (theorem 3.3)", "sbnt")
{
	for (int c = 1; c < f->net.nodes; c++) {
		int parent = parent_of(f, 0, c), base = smallest_base(c, n);

		if (parent)
			assert_int_equal(smallest_base(parent, n), base);
		else
			assert_int_equal(c, 1 << base);
	}
}

CUBES_TEST("sbnt: C(n,l) nodes at level l (lemma 3.26)", "sbnt")
{
	int nodes[MOST_DIMENSIONS + 1] = { 0 };

	for (int c = 0; c < f->net.nodes; c++)
		nodes[depth_of(f, 0, c)]++;
	for (int l = 0; l <= n; l++)
		assert_int_equal(nodes[l], binomial(n, l));
}

CUBES_TEST("sbnt: parents have most below them (lemma 3.27)", "sbnt")
{
	assert_parents_have_most_below(f, 0);
}

static bool is_prime(int n)
{
	for (int i = 2; i < n; i++)
		if (n % i == 0)
			return false;
	return n > 1;
}

/* One step of left rotation takes subtree j to subtree j + 1, but for the node of all ones. */
CUBES_TEST("sbnt: subtrees are rotations of each other for prime n (theorem 3.4)", "sbnt")
{
	for (int c = 1; is_prime(n) && c < f->net.nodes - 1; c++) {
		int image = rotate_left(c, 1, n);

		assert_int_equal(smallest_base(image, n), (smallest_base(c, n) + 1) % n);
		assert_int_equal(parent_of(f, 0, image), rotate_left(parent_of(f, 0, c), 1, n));
	}
}

TEST("sbnt: subtree sizes for n = 1 .. 7")
{
	static const int sizes[][7] = { { 1 }, { 2, 1 }, { 3, 2, 2 }, { 5, 4, 3, 3 },
		{ 7, 6, 6, 6, 6 }, { 13, 12, 11, 9, 9, 9 }, { 19, 18, 18, 18, 18, 18, 18 } };

	for (int n = 1; n <= COUNT(sizes); n++) {
		AUTO(forest) f = cube_forest("sbnt", n);

		for (int d = 0; d < n; d++)
			assert_int_equal(behind_root(f, 0, d), sizes[n - 1][d]);
	}
}

TEST_EACH("sbnt: cyclic nodes are leaves", (for_cubes("sbnt", each), for_cubes("sbntc", each)),
	const struct forest *f, int n)
{
	for (int j = 0; j < f->trees; j++)
		for (int c = 1; c < f->net.nodes; c++)
			if (n > 1 && period(c, n) < n)
				assert_int_equal(children_of(f, j, c), 0);
}

CUBES_TEST("sbntc: tree j holds the nodes of base j, a node of period P is in n/P trees", "sbntc")
{
	assert_int_equal(f->trees, n);
	for (int c = 0; c < f->net.nodes; c++) {
		int trees = 0;

		for (int j = 0; j < n; j++)
			trees |= (up_of(f, j, c) != TREE_ABSENT) << j;
		assert_int_equal(trees, bases(c, n));
		assert_int_equal(__builtin_popcount(trees), n / period(c, n));
	}
}

CUBES_TEST("sbntc: is the nesbt pruned", "sbntc")
{
	AUTO(forest) nesbt = cube_forest("nesbt", n);

	for (int j = 0; j < n; j++)
		for (int c = 1; c < f->net.nodes; c++)
			if (up_of(f, j, c) != TREE_ABSENT)
				assert_int_equal(up_of(f, j, c), up_of(nesbt, j, c));
}

CUBES_TEST("sbnt: takes the smallest base of sbntc", "sbnt")
{
	AUTO(forest) several = cube_forest("sbntc", n);

	for (int c = 1; c < f->net.nodes; c++)
		assert_int_equal(up_of(f, 0, c), up_of(several, smallest_base(c, n), c));
}
