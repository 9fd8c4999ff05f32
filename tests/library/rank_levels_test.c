/* Tests of the machine that choices assume where ranks have several nodes each. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>
#include "collectives/auto/choose.h"
#include "library/library_internal.h"
#include "library/rank_levels.h"

static const struct grove_pace slow = { 1e-3, 1e-9 };
static const struct grove_wired_within fast = { 2e-8, { 4e-8, 3e-7 }, { 4e-11, 1e-10 } };

static const struct link_class *link_of(const struct machine *levels, int from, int to)
{
	return machine_link(levels, 8, from, to);
}

/* Two ranks of two threads, which have two nodes each. */
static void links_have_the_costs_of_their_level(void **state)
{
	struct machine levels;

	(void)state;
	assert_true(rank_levels_make(&levels, 8, 2, 2, &slow, &fast));
	assert_true(link_of(&levels, 0, 1)->beta == fast.beta[0]);
	assert_true(link_of(&levels, 6, 7)->tau == fast.tau[0]);
	assert_true(link_of(&levels, 1, 2)->beta == fast.beta[1]);
	assert_true(link_of(&levels, 4, 6)->tau == fast.tau[1]);
	assert_true(link_of(&levels, 3, 4)->beta == slow.beta);
	assert_true(link_of(&levels, 7, 0)->tau == slow.tau);
	assert_string_equal(
		rank_level_name((enum pair_class)(link_of(&levels, 0, 1) - levels.class)),
		"within a thread");
	assert_string_equal(
		rank_level_name((enum pair_class)(link_of(&levels, 1, 2) - levels.class)),
		"between threads of a rank");
	assert_string_equal(
		rank_level_name((enum pair_class)(link_of(&levels, 0, 4) - levels.class)),
		"between ranks");
}

/* One thread a rank: there is no level of threads. */
static void a_rank_of_one_thread_has_one_level(void **state)
{
	struct machine levels;

	(void)state;
	assert_true(rank_levels_make(&levels, 8, 4, 1, &slow, &fast));
	assert_int_equal(levels.hierarchy.levels, 1);
	assert_true(link_of(&levels, 2, 3)->beta == fast.beta[0]);
	assert_true(link_of(&levels, 1, 2)->beta == slow.beta);
}

static void one_cost_is_enough(void **state)
{
	const struct grove_wired_within unknown = { 0 };
	const struct grove_pace unmeasured = { 0 };
	struct machine levels;

	(void)state;
	assert_false(rank_levels_make(&levels, 8, 8, 1, &slow, &fast));
	assert_false(rank_levels_make(&levels, 8, 2, 2, &slow, &unknown));
	assert_false(rank_levels_make(&levels, 8, 2, 2, &unmeasured, &fast));
	assert_true(rank_levels_make(&levels, RANK_LEVELS_NODES, 2, 2, &slow, &fast));
	assert_false(rank_levels_make(&levels, 2 * RANK_LEVELS_NODES, 2, 2, &slow, &fast));
}

static double fastest(const char *network, int root, const struct machine *levels)
{
	struct candidate candidate[CANDIDATES];
	struct problem problem = {
		.collective = BROADCAST, .root = root, .ports = ALL, .duplex = FULL
	};
	const struct rates rates = {
		.beta = slow.beta, .tau = slow.tau, .threads = 64, .levels = levels
	};

	strcpy(problem.algorithm, "auto");
	assert_int_equal(network_open(&problem.net, network), 0);
	assert_true(auto_choose(candidate, &problem, 64, 1, &rates) > 0);
	return candidate[0].seconds;
}

/* Of eight nodes in two ranks, a small block needs to go between the ranks once: the choice must
 * find a plan that waits for a single slow link. */
static void auto_crosses_between_ranks_once(void **state)
{
	struct machine levels;

	(void)state;
	assert_true(rank_levels_make(&levels, 8, 2, 1, &slow, &fast));
	assert_true(fastest("cube:3", 0, &levels) < 1.1 * slow.beta);
	assert_true(fastest("cube:3", 5, &levels) < 1.1 * slow.beta);
	assert_true(fastest("cube:3", 0, NULL) > 2.9 * slow.beta);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(links_have_the_costs_of_their_level),
		cmocka_unit_test(a_rank_of_one_thread_has_one_level),
		cmocka_unit_test(one_cost_is_enough),
		cmocka_unit_test(auto_crosses_between_ranks_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
