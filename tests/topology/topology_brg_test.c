/* The Gray code path and its rotations: Johnsson & Ho 1986, section 3.1. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/topology_help.h"

CUBES_TEST("brg: the path visits every node in Gray code order", "brg")
{
	for (int l = 0; l < f->net.nodes; l++) {
		assert_int_equal(depth_of(f, 0, f->order[l]), l);
		assert_int_equal(f->order[l], l ^ l >> 1);
	}
	assert_int_equal(forest_height(f, 0), f->net.nodes - 1);
}

/* For each arc, named by its end and dimension, the set of paths that use it. */
static void find_users(const struct forest *f, int *users)
{
	memset(users, 0, sizeof *users * f->net.nodes * f->net.ports);
	for (int j = 0; j < f->trees; j++)
		for (int c = 1; c < f->net.nodes; c++)
			users[c * f->net.ports + up_of(f, j, c)] |= 1 << j;
}

static int count_users(const struct forest *f, const int *users, int all, int any)
{
	int count = 0;

	for (int i = 0; i < f->net.nodes * f->net.ports; i++)
		count += (users[i] & all) == all && (!any || users[i] & any);
	return count;
}

static int users[MOST_NODES * MOST_DIMENSIONS];

/* Lemma 3.12 and the counts behind it: paths i and j share 2^(n-a-1) + 2^(n-b-1) - 2 arcs for
 * a = (i-j) mod n and b = (j-i) mod n. */
TEST_EACH("nrbrg: rotated paths share links when n > 2 (lemma 3.12)",
	for_cubes_from(2, "nrbrg", each), const struct forest *f, int n)
{
	find_users(f, users);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) {
			int a = (i - j + n) % n, b = (j - i + n) % n;
			int shared = count_users(f, users, 1 << i | 1 << j, 0);

			if (i == j)
				continue;
			assert_int_equal(shared, (1 << (n - a - 1)) + (1 << (n - b - 1)) - 2);
			assert_int_equal(shared > 0, n > 2);
		}
}

/* The proof of lemma 3.14: path j shares N/4 - 1 + floor(2^(j-2)) arcs with those before it. */
TEST_EACH("nrbrg: each path shares N/4 - 1 + floor(2^(j-2)) with those before (lemma 3.14)",
	for_cubes_from(2, "nrbrg", each), const struct forest *f, int n)
{
	find_users(f, users);
	for (int j = 1; j < n; j++)
		assert_int_equal(count_users(f, users, 1 << j, (1 << j) - 1),
			f->net.nodes / 4 - 1 + (1 << j) / 4);
}

/* The arcs from 2^j to 2^j + 2^(j+1), and for n >= 3 no others, are in n - 1 paths. */
TEST_EACH("nrbrg: n links are in all paths but one", for_cubes_from(3, "nrbrg", each),
	const struct forest *f, int n)
{
	int busiest = 0;

	find_users(f, users);
	for (int i = 0; i < f->net.nodes * n; i++)
		busiest += __builtin_popcount(users[i]) >= n - 1;
	assert_int_equal(busiest, n);
	for (int j = 0; j < n; j++) {
		int next = (j + 1) % n;

		assert_int_equal(__builtin_popcount(users[(1 << j | 1 << next) * n + next]), n - 1);
	}
}
