/* The spanning binomial tree and its rotations: Johnsson & Ho 1986, sections 3.2 and 3.4. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/topology_help.h"

/* The parent complements the highest bit of c that is 1. */
CUBES_TEST("sbt: the parent complements the highest 1", "sbt")
{
	for (int c = 1; c < f->net.nodes; c++) {
		int k = n - 1;

		while (!bit(c, k, n))
			k--;
		assert_int_equal(parent_of(f, 0, c), c ^ 1 << k);
	}
}

CUBES_TEST("sbt: parents have most below them (lemma 3.16)", "sbt")
{
	assert_parents_have_most_below(f, 0);
}

/* Each step towards the root sets the highest digit that is not 0 to 0, on every network. */
/* The digit that is corrected last leads to the parent: the highest one that is not 0, or where the
 * order descends the lowest. Returns how many networks have the tree. */
static int digits_are_corrected(const char *name, bool ascending)
{
	struct network net;
	int trees = 0;

	FOR_SHAPES(net)
	{
		struct forest *f;

		if (family_named(name)->applies(&net))
			continue;
		f = forest_of(name, net.name);
		for (int c = 1; c < net.nodes; c++) {
			int i = ascending ? net.digits - 1 : 0;

			while (c / net.place[i] % net.radix[i] == 0)
				i += ascending ? -1 : 1;
			assert_int_equal(parent_of(f, 0, c),
				c - c / net.place[i] % net.radix[i] * net.place[i]);
			assert_int_equal(network_port_digit(&net, up_of(f, 0, c)), i);
		}
		forest_free(f);
		trees++;
	}
	return trees;
}

TEST("sbt: digits are corrected in ascending order on every network")
{
	assert_true(digits_are_corrected("sbt", true) > 3);
}

/* The lowest digit that is not 0 was corrected last. */
TEST("hsbt: digits are corrected in descending order")
{
	assert_true(digits_are_corrected("hsbt", false) > 3);
}

TEST("sbt: gh of radix 2 has the trees of the cube")
{
	static const char *const families[] = { "sbt", "nrsbt" };

	for (int i = 0; i < COUNT(families); i++) {
		AUTO(forest) cube = forest_of(families[i], "cube:5");
		AUTO(forest) gh = forest_of(families[i], "gh:2x2x2x2x2");

		assert_int_equal(gh->trees, cube->trees);
		assert_memory_equal(gh->up, cube->up, sizeof(int) * cube->trees * cube->net.nodes);
	}
}

/* From the root tree j meets the dimensions in the order j, j + 1, .. j + n - 1 modulo n. */
CUBES_TEST("nrsbt: tree j meets the dimensions in the order j, j + 1, ..", "nrsbt")
{
	for (int j = 0; j < n; j++)
		for (int c = 1; c < f->net.nodes; c++) {
			int parent = parent_of(f, j, c);

			if (parent)
				assert_true((up_of(f, j, parent) - j + n) % n <
					    (up_of(f, j, c) - j + n) % n);
		}
}

/* Lemma 3.19: the link into c by dimension d is in trees d + 1, .. d + k + 1 and in no other,
 * where k counts the 0 bits immediately to the left of bit d; corollary 3.2: n trees in all. */
CUBES_TEST("nrsbt: a link is in as many trees as zeros to its left, and 1 (lemma 3.19)", "nrsbt")
{
	for (int c = 1; c < f->net.nodes; c++) {
		int weights = 0;

		for (int d = 0; d < n; d++) {
			int k = 0;

			while (k < n - 1 && !bit(c, d + k + 1, n))
				k++;
			for (int t = 1; t <= n; t++)
				assert_int_equal(
					up_of(f, (d + t) % n, c) == d, bit(c, d, n) && t <= k + 1);
			weights += bit(c, d, n) ? k + 1 : 0;
		}
		assert_int_equal(weights, n);
	}
}

/* The most that one link of the root carries with every `apart`-th rotation, and (reflected) with
 * the mirror image of each: the dimensions of tree j in the opposite order. */
static int largest_load(const struct forest *f, int n, int apart, bool reflected)
{
	int largest = 0;

	for (int d = 0; d < n; d++) {
		int load = 0;

		for (int j = 0; j < n; j += apart) {
			load += behind_root(f, j, d);
			if (reflected)
				load += behind_root(f, j, (2 * j + n - 1 - d + n) % n);
		}
		largest = load > largest ? load : largest;
	}
	return largest;
}

/* Section 5.1.4, as corrected: k rotations have loads of (N-1) 2^(n/k-1) / (2^(n/k) - 1); k/2
 * rotations and their reflections of (N-1) (2^(2n/k-1) + 1) / (2^(2n/k) - 1). */
TEST("nrsbt: k rotations, with reflections or without, balance the root's links (section 5.1.4)")
{
	for (int n = 1; n <= 8; n++) {
		AUTO(forest) f = cube_forest("nrsbt", n);
		int all = f->net.nodes - 1;

		for (int k = 1; k <= n; k++) {
			int r = n / k;

			if (n % k == 0)
				assert_int_equal(largest_load(f, n, r, false) * ((1 << r) - 1),
					all * (1 << (r - 1)));
			r = 2 * n / k;
			if (k % 2 == 0 && 2 * n % k == 0)
				assert_int_equal(largest_load(f, n, r, true) * ((1 << r) - 1),
					all * ((1 << (r - 1)) + 1));
		}
	}
}
