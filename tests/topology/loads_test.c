/* What trees put on links: Johnsson & Ho 1986, table 1, and other sums that must come out. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/topology_help.h"
#include "analysis/tree_loads.h"

/* The columns of table 1 in n-ths of a block, for dimension d and level l. */
struct row {
	const char *family;
	long (*edges)(int n, int d), (*by_level)(int n, int l, int d),
		(*behind)(int n, int l, int d), (*apart)(int n, int l, int d);
};

static long path_edges(int n, int d)
{
	return n * (1l << (n - d - 1));
}

static bool path_turns(int n, int l, int d)
{
	return l < (1 << n) - 1 && __builtin_ctz(~(unsigned)l) == d;
}

static long path_level(int n, int l, int d)
{
	return path_turns(n, l, d) ? n : 0;
}

static long path_behind(int n, int l, int d)
{
	return path_turns(n, l, d) ? n * ((1l << n) - l - 1) : 0;
}

/* N / 2^(d+1) - ceil((l - 2^d + 1) / 2^(d+1)), without a negative dividend. */
static long path_apart(int n, int l, int d)
{
	return n * (((1l << n) - l + (1 << d) - 1) >> (d + 1));
}

static long nth_of_all(int n, int d)
{
	return (1l << n) - 1;
}

static long paths_level(int n, int l, int d)
{
	return 1;
}

static long paths_behind(int n, int l, int d)
{
	return (1l << n) - l - 1;
}

static long sbt_edges(int n, int d)
{
	return n * (1l << d);
}

static long sbt_level(int n, int l, int d)
{
	return n * binomial(d, l);
}

static long sbt_behind(int n, int l, int d)
{
	return n * binomial(d, l) << (n - d - 1);
}

static long sbt_apart(int n, int l, int d)
{
	return n * binomial(n - d - 1, l) << d;
}

static long rotated_level(int n, int l, int d)
{
	return binomial(n, l + 1);
}

static long rotated_behind(int n, int l, int d)
{
	return binomial_tail(n, l + 1);
}

static long nesbt_level(int n, int l, int d)
{
	return l == 0 ? 1 : l == 1 ? n - 1 : binomial(n, l);
}

static long nesbt_behind(int n, int l, int d)
{
	return l < 2 ? (1l << n) - 1 - l : binomial_tail(n, l);
}

static void assert_row(const struct row *row, const struct forest *f, int n)
{
	ENDED(loads_free) struct loads loads;

	assert_int_equal(loads_find(&loads, f), 0);
	assert_int_equal(loads.lanes, n);
	for (int d = 0; d < n; d++) {
		assert_int_equal(loads.edges[d] * n, row->edges(n, d) * f->parts);
		for (int l = 0; l < loads.levels; l++) {
			int at = l * n + d;

			assert_int_equal(loads.by_level[at] * n, row->by_level(n, l, d) * f->parts);
			assert_int_equal(loads.behind[at] * n, row->behind(n, l, d) * f->parts);
			assert_int_equal(loads.apart[at] * n, row->apart(n, l, d) * f->parts);
		}
	}
}

/* A row of table 1. */
#define ROW_TEST(sentence, name, ...)                                                              \
	CUBES_TEST(sentence, name)                                                                 \
	{                                                                                          \
		assert_row(&(const struct row){ name, __VA_ARGS__ }, f, n);                        \
	}

ROW_TEST("brg: step l flips the rightmost 0 of l (lemmas 3.10, 3.11)", "brg", path_edges,
	path_level, path_behind, path_apart)
ROW_TEST("nrbrg: the paths never meet at one level (lemmas 3.13 to 3.15)", "nrbrg", nth_of_all,
	paths_level, paths_behind, paths_behind)
ROW_TEST("sbt: 2^d edges in dimension d, C(d,l) at level l (lemmas 3.17, 3.18)", "sbt", sbt_edges,
	sbt_level, sbt_behind, sbt_apart)
ROW_TEST("nrsbt: nodes below the edges of a level are balanced (lemma 3.21)", "nrsbt", nth_of_all,
	rotated_level, rotated_behind, rotated_behind)
ROW_TEST("nesbt: edges, and nodes below them, by level (lemmas 3.24, 3.25)", "nesbt", nth_of_all,
	nesbt_level, nesbt_behind, nesbt_behind)
ROW_TEST("sbntc: several paths balance perfectly (lemma 3.28)", "sbntc", nth_of_all, rotated_level,
	rotated_behind, rotated_behind)

/* Of each level the most nodes are below dimension 2l: lemma 3.18. */
CUBES_TEST("sbt: the largest subtrees of a level", "sbt")
{
	ENDED(loads_free) struct loads loads;

	assert_int_equal(loads_find(&loads, f), 0);
	for (int l = 0; l < n; l++) {
		int largest = 2 * l < n - 1 ? 2 * l : n - 1;

		for (int d = 0; d < n; d++) {
			assert_true(loads.behind[l * n + d] <= loads.behind[l * n + largest]);
			assert_int_equal(loads.apart[l * n + d], loads.behind[l * n + n - d - 1]);
		}
	}
}

static void assert_links(const struct forest *f, int n, long links)
{
	ENDED(loads_free) struct loads loads;

	assert_int_equal(loads_find(&loads, f), 0);
	for (int d = 0; d < n; d++)
		assert_int_equal(loads.links[d], links);
}

CUBES_TEST("nrbrg: three quarters of the directed links are used (lemma 3.14)", "nrbrg")
{
	assert_links(f, n, f->net.nodes * 3 / 4);
}

CUBES_TEST("nrsbt: half of the directed links are used (lemma 3.20)", "nrsbt")
{
	assert_links(f, n, f->net.nodes / 2);
}

CUBES_TEST("nesbt: all directed links but those into the root are used (lemma 3.24)", "nesbt")
{
	assert_links(f, n, f->net.nodes - 1);
}

/* Every node gets its block once; what crosses all links is the sum of all depths. */
static void assert_sums(const struct forest *f)
{
	long long blocks = 0, by_level = 0, behind = 0, apart = 0, hops = 0;
	ENDED(loads_free) struct loads loads;

	assert_int_equal(loads_find(&loads, f), 0);
	for (int d = 0; d < loads.lanes; d++)
		blocks += loads.edges[d];
	for (int i = 0; i < loads.levels * loads.lanes; i++) {
		by_level += loads.by_level[i];
		behind += loads.behind[i];
		apart += loads.apart[i];
	}
	for (int c = 1; c < f->net.nodes; c++)
		for (int p = 0; p < f->parts; p++)
			hops += depth_of(f, forest_tree_of(f, c, p), c);
	assert_int_equal(blocks, (long long)(f->net.nodes - 1) * f->parts);
	assert_int_equal(by_level, blocks);
	assert_int_equal(behind, hops);
	assert_int_equal(apart, hops);
}

TEST("loads: sums come out for all families")
{
	struct network net;

	FOR_SHAPES(net)
	for (int i = 0; family_at(i) && net.nodes <= 256; i++) {
		AUTO(forest) forest = NULL;

		if (family_at(i)->applies(&net))
			continue;
		assert_int_equal(forest_grow(&forest, &net, family_at(i)), 0);
		assert_sums(forest);
	}
}

TEST("loads: ways that are too long are refused")
{
	AUTO(forest) f = forest_of("brg", "cube:17");
	struct loads loads;

	REFUSES(loads_find(&loads, f), EINVAL, "too many to add up");
}
