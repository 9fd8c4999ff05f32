/* Rotated and reflected binomial trees: Johnsson & Ho 1986, section 5.1.4. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/topology_help.h"
#include "analysis/tree_loads.h"

/* The parts of a scatter on the link of the root that has most. */
static long long largest_load(const struct forest *f)
{
	long long most = 0;
	struct loads loads;

	assert_int_equal(loads_find(&loads, f), 0);
	for (int d = 0; d < loads.lanes; d++)
		most = loads.behind[d] > most ? loads.behind[d] : most;
	loads_free(&loads);
	return most;
}

/* (N-1) (2^(2n/k-1) + 1) / (2^(2n/k) - 1), where k divides 2n. */
TEST("reflections: the largest load of a link is the paper's")
{
	static const struct {
		int k, n;
	} where[] = { { 2, 2 }, { 2, 3 }, { 2, 4 }, { 2, 7 }, { 4, 4 }, { 4, 6 }, { 4, 8 },
		{ 6, 6 }, { 6, 9 } };

	for (int i = 0; i < COUNT(where); i++) {
		int k = where[i].k, n = where[i].n, turn = 1 << 2 * n / k;
		char family[16];
		AUTO(forest) f = NULL;

		snprintf(family, sizeof family, "rsbt%d", k);
		f = cube_forest(family, n);
		assert_int_equal(f->trees, k);
		assert_int_equal(largest_load(f),
			(long long)(f->net.nodes - 1) * (turn / 2 + 1) / (turn - 1));
	}
}

/* Tree 2i is the SBT rotated; tree 2i + 1 has behind the root's links what that one has, backwards.
 */
TEST("reflections: every other tree is the one before, reflected")
{
	AUTO(forest) sbt = cube_forest("sbt", 6), *f = cube_forest("rsbt6", 6);

	for (int c = 1; c < 64; c++)
		for (int i = 0; i < 3; i++) {
			int first = 2 * i, image = 0;

			assert_int_equal(up_of(f, 2 * i, rotate_left(c, first, 6)),
				(up_of(sbt, 0, c) + first) % 6);
			for (int d = 0; d < 6; d++)
				image |= (c >> d & 1) << (first + 5 - d) % 6;
			assert_int_equal(
				up_of(f, 2 * i + 1, image), (first + 5 - up_of(sbt, 0, c)) % 6);
		}
}
