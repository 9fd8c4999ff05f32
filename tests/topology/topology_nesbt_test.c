/* The n arc-disjoint trees and their labels: Johnsson & Ho 1986, sections 3.5 and 4.1.5. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/topology_help.h"

CUBES_TEST("nesbt: parents are those of the paper", "nesbt")
{
	for (int j = 0; j < n; j++)
		for (int c = 1; c < f->net.nodes; c++)
			assert_int_equal(
				up_of(f, j, c), bit(c, j, n) ? first_1_right_of(c, j, n) : j);
}

CUBES_TEST("nesbt: children are those of the paper", "nesbt")
{
	for (int j = 0; j < n; j++) {
		assert_int_equal(children_of(f, j, 0), 1 << j);
		for (int c = 1; c < f->net.nodes; c++) {
			int children = bits_between(c, j, n);

			if (first_1_right_of(c, j, n) != j)
				children |= 1 << j;
			assert_int_equal(children_of(f, j, c), bit(c, j, n) ? children : 0);
		}
	}
}

/* As lemma 3.1 and the proof of theorem 3.1 have it: n different ports into each node. */
CUBES_TEST("nesbt: no arc is used twice, each not into the root once (theorem 3.1, corollary 3.4)",
	"nesbt")
{
	for (int c = 1; c < f->net.nodes; c++) {
		int ports = 0;

		for (int j = 0; j < n; j++) {
			assert_false(ports >> up_of(f, j, c) & 1);
			ports |= 1 << up_of(f, j, c);
		}
		assert_int_equal(ports, (1 << n) - 1);
	}
}

CUBES_TEST("nesbt: degrees are n, of the root's neighbours n - 1 (corollary 3.5)", "nesbt")
{
	for (int c = 0; c < f->net.nodes; c++) {
		int in = 0, out = 0;

		for (int j = 0; j < n; j++) {
			in += up_of(f, j, c) >= 0;
			out += __builtin_popcount(children_of(f, j, c));
		}
		assert_int_equal(in, c ? n : 0);
		assert_int_equal(out, c && !(c & (c - 1)) ? n - 1 : n);
	}
}

CUBES_TEST("nesbt: the height is n + 1, for n = 1 it is 1 (theorem 3.2)", "nesbt")
{
	for (int j = 0; j < n; j++)
		assert_int_equal(forest_height(f, j), n == 1 ? 1 : n + 1);
}

CUBES_TEST("nesbt: paths have |c| or |c| + 2 links", "nesbt")
{
	for (int j = 0; j < n; j++)
		for (int c = 1; c < f->net.nodes; c++)
			assert_int_equal(
				depth_of(f, j, c), __builtin_popcount(c) + (bit(c, j, n) ? 0 : 2));
}

CUBES_TEST("nesbt: nodes by level (lemma 3.23)", "nesbt")
{
	for (int j = 0; j < n; j++) {
		int nodes[MOST_DIMENSIONS + 2] = { 0 };

		for (int c = 0; c < f->net.nodes; c++)
			nodes[depth_of(f, j, c)]++;
		assert_int_equal(nodes[0], 1);
		for (int i = 1; i <= n + 1; i++)
			assert_int_equal(nodes[i], i == 2 ? n - 1 : binomial(n, i - 1));
	}
}

CUBES_TEST("nesbt: the n paths to a node share no node between", "nesbt")
{
	static int seen[MOST_NODES];

	memset(seen, 0, sizeof seen);
	for (int c = 1; c < f->net.nodes; c++)
		for (int j = 0; j < n; j++)
			for (int a = parent_of(f, j, c); a; a = parent_of(f, j, a)) {
				assert_int_not_equal(seen[a], c);
				seen[a] = c;
			}
}

/* Theorem 4.1: the cycle in which c receives in tree j, for one-port communication. */
static int label(int c, int j, int n)
{
	int k = first_1_right_of(c, j, n);

	if (!bit(c, j, n))
		return j + n;
	return k >= j ? k : k + n;
}

CUBES_TEST("nesbt: labels ascend along each path (theorem 4.1, condition 1)", "nesbt")
{
	for (int j = 0; j < n; j++)
		for (int c = 1; c < f->net.nodes; c++) {
			int parent = parent_of(f, j, c);

			if (parent)
				assert_true(label(c, j, n) > label(parent, j, n));
		}
}

CUBES_TEST("nesbt: labels into a node differ modulo n (theorem 4.1, condition 2)", "nesbt")
{
	for (int c = 1; c < f->net.nodes; c++) {
		int cycles = 0;

		for (int j = 0; j < n; j++)
			cycles |= 1 << label(c, j, n) % n;
		assert_int_equal(__builtin_popcount(cycles), n);
	}
}

CUBES_TEST("nesbt: labels out of a node differ modulo n (theorem 4.1, condition 3)", "nesbt")
{
	for (int v = 0; v < f->net.nodes; v++) {
		int cycles = 0, links = 0;

		for (int j = 0; j < n; j++)
			for (int p = 0; p < n; p++)
				if (children_of(f, j, v) >> p & 1) {
					cycles |= 1 << label(v ^ 1 << p, j, n) % n;
					links++;
				}
		assert_int_equal(__builtin_popcount(cycles), links);
	}
}

/* So in one cycle a node talks to one neighbour only: condition 4. */
CUBES_TEST("nesbt: labels modulo n are the dimensions (theorem 4.1, condition 4)", "nesbt")
{
	for (int j = 0; j < n; j++)
		for (int c = 1; c < f->net.nodes; c++)
			assert_int_equal(label(c, j, n) % n, up_of(f, j, c));
}

CUBES_TEST("nesbt: tree j ends with label n + j, at most 2n - 1 (theorem 4.1)", "nesbt")
{
	for (int j = 0; j < n; j++) {
		int last = 0;

		for (int c = 1; c < f->net.nodes; c++)
			last = label(c, j, n) > last ? label(c, j, n) : last;
		assert_int_equal(last, n == 1 ? 0 : n + j);
	}
}

/* A planner needs no formula: from label j on the root's link in tree j, take at each link the
 * least label above the last one that is its dimension modulo n. */
CUBES_TEST("nesbt: the least later label of its dimension is the label", "nesbt")
{
	for (int j = 0; j < n; j++) {
		const int *order = f->order + (size_t)j * f->net.nodes;
		int by_rule[MOST_NODES] = { j - 1 };

		for (int i = 1; i < f->net.nodes; i++) {
			int t = by_rule[parent_of(f, j, order[i])] + 1;

			while (t % n != up_of(f, j, order[i]))
				t++;
			by_rule[order[i]] = t;
			assert_int_equal(t, label(order[i], j, n));
		}
	}
}
