/* Trees of the star graph, theorem by theorem: Tseng & Sheu 1997, sections 3 and 5. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/topology_help.h"

enum {
	MOST_SYMBOLS = 7
};

static int greatest_common_divisor(int a, int b)
{
	return b ? greatest_common_divisor(b, a % b) : a;
}

/* Formula (1), on labels as they are written: the dimension from v to its parent in L(r). */
static int alpha(const char *v, const char *r)
{
	int i = 1;

	if (v[0] != r[0])
		return (int)(strchr(r, v[0]) - r);
	while (v[i] == r[i])
		i++;
	return i;
}

TEST("star: the greedy tree is that of definition 1")
{
	char root[NETWORK_LABEL], label[NETWORK_LABEL];

	for (int n = 1; n <= MOST_SYMBOLS; n++) {
		AUTO(forest) f = forest_on("star", "star", n);

		assert_int_equal(f->trees, 1);
		network_label(&f->net, 0, root);
		for (int c = 1; c < f->net.nodes; c++) {
			network_label(&f->net, c, label);
			assert_int_equal(up_of(f, 0, c), alpha(label, root) - 1);
		}
	}
}

TEST("star: each link of the greedy tree leads nearer to the root (lemma 3)")
{
	for (int n = 1; n <= MOST_SYMBOLS; n++) {
		AUTO(forest) f = forest_on("star", "star", n);

		for (int c = 1; c < f->net.nodes; c++)
			assert_int_equal(network_distance(&f->net, 0, c),
				network_distance(&f->net, 0, parent_of(f, 0, c)) + 1);
		assert_int_equal(forest_height(f, 0), 3 * (n - 1) / 2);
	}
}

/* Tree j, seen without directions, is L(r') for the label r' of the root moved to the right. */
static void assert_turned_tree(const struct forest *f, int j, int n)
{
	char root[NETWORK_LABEL], moved[NETWORK_LABEL], label[NETWORK_LABEL];

	network_label(&f->net, 0, root);
	for (int i = 0; i < n; i++)
		moved[(i + j + 1) % n] = root[i];
	moved[n] = 0;
	for (int v = 0; v < f->net.nodes; v++) {
		int u;

		network_label(&f->net, v, label);
		if (!strcmp(label, moved))
			continue;
		u = network_neighbour(&f->net, v, alpha(label, moved) - 1);
		assert_true(parent_of(f, j, v) == u || parent_of(f, j, u) == v);
	}
}

TEST("star: mst are the trees of definition 2")
{
	for (int n = 2; n <= MOST_SYMBOLS; n++) {
		AUTO(forest) f = forest_on("mst", "star", n);

		assert_int_equal(f->trees, n - 1);
		for (int j = 0; j < f->trees; j++)
			assert_turned_tree(f, j, n);
	}
}

/* D + n + gcd(n, i) - 2, and one less for n = 2 and for n = 3, i = 2: there the nodes that are D
 * away from the root of L are on the path itself. */
TEST("star: heights of mst (lemma 5)")
{
	for (int n = 2; n <= MOST_SYMBOLS + 1; n++) {
		AUTO(forest) f = forest_on("mst", "star", n);

		for (int i = 1; i < n; i++)
			assert_int_equal(forest_height(f, i - 1),
				3 * (n - 1) / 2 + n + greatest_common_divisor(n, i) - 2 -
					(n == 2 || (n == 3 && i == 2)));
	}
}

/* How many directed links are in 0, 1, 2, .. of the trees. */
static void count_shared(const struct forest *f, int shared[MOST_SYMBOLS])
{
	int links = f->net.nodes * f->net.ports;
	FREED int *trees = calloc((size_t)links, sizeof *trees);

	for (int j = 0; j < f->trees; j++)
		for (int c = 1; c < f->net.nodes; c++)
			trees[parent_of(f, j, c) * f->net.ports + up_of(f, j, c)]++;
	memset(shared, 0, sizeof(int) * MOST_SYMBOLS);
	for (int i = 0; i < links; i++)
		shared[trees[i]]++;
}

TEST("star: no link is in more than two trees of mst (lemma 6)")
{
	static const int counted[][3] = {
		[3] = { 3, 8, 1 }, [4] = { 12, 51, 9 }, [5] = { 73, 338, 69 }
	};
	int shared[MOST_SYMBOLS];

	for (int n = 2; n <= MOST_SYMBOLS; n++) {
		AUTO(forest) f = forest_on("mst", "star", n);

		count_shared(f, shared);
		for (int k = 3; k < MOST_SYMBOLS; k++)
			assert_int_equal(shared[k], 0);
		assert_int_equal(shared[1] + 2 * shared[2], (n - 1) * (f->net.nodes - 1));
		for (int k = 0; k < 3 && n < COUNT(counted) && counted[n][0]; k++)
			assert_int_equal(shared[k], counted[n][k]);
	}
}

/* Summed over all label changes each link of a dimension is at level t as often as links of that
 * dimension are there in one tree: so lemma 7 is about one tree's dimensions, level by level. */
TEST("star: dimension changes load all links of a level alike (lemma 7)")
{
	for (int n = 2; n <= MOST_SYMBOLS; n++) {
		AUTO(forest) f = forest_on(".star-dc", "star", n);
		long at[16][MOST_SYMBOLS] = { 0 };

		assert_int_equal(f->trees, n - 1);
		for (int j = 0; j < f->trees; j++)
			for (int c = 1; c < f->net.nodes; c++)
				at[depth_of(f, j, c)][up_of(f, j, c)]++;
		for (int t = 1; t < 16; t++)
			for (int p = 1; p < n - 1; p++)
				assert_int_equal(at[t][p], at[t][0]);
	}
}
