/* Tests of the machine that choices assume where ranks have several nodes each. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "tests/test.h"
#include "collectives/auto/choose.h"
#include "library/library_internal.h"
#include "library/rank_levels.h"

/* The times between ranks of a host, and between hosts; and within a rank. */
static const struct grove_wired_between slow = { { 1e-3, 5e-2 }, { 1e-9, 5e-8 }, 1 };
static const struct grove_wired_within fast = { 2e-8, { 4e-8, 3e-7 }, { 4e-11, 1e-10 } };

static int *cores;

/* Makes the levels of ranks with equally many threads. */
static bool make(struct machine *levels, int nodes, int processes, int threads,
	const struct grove_wired_between *between, const struct grove_wired_within *within)
{
	int each[RANK_LEVELS_NODES];
	const struct rank_places places = {
		.nodes = nodes, .processes = processes, .threads = each
	};

	for (int i = 0; i < RANK_LEVELS_NODES; i++)
		each[i] = threads;
	return rank_levels_make(levels, &cores, &places, between, within) == 1;
}

static const struct link_class *link_of(const struct machine *levels, int from, int to)
{
	return machine_link(levels, 8, from, to);
}

static const char *name_of(const struct machine *levels, int from, int to)
{
	return rank_level_name(
		levels, (enum pair_class)(link_of(levels, from, to) - levels->class));
}

/* Two ranks of two threads, which have two nodes each. */
TEST("links have the costs of their level")
{
	struct machine levels;

	assert_true(make(&levels, 8, 2, 2, &slow, &fast));
	assert_true(link_of(&levels, 0, 1)->beta == fast.beta[0]);
	assert_true(link_of(&levels, 6, 7)->tau == fast.tau[0]);
	assert_true(link_of(&levels, 1, 2)->beta == fast.beta[1]);
	assert_true(link_of(&levels, 4, 6)->tau == fast.tau[1]);
	assert_true(link_of(&levels, 3, 4)->beta == slow.beta[0]);
	assert_true(link_of(&levels, 7, 0)->tau == slow.tau[0]);
	assert_string_equal(name_of(&levels, 0, 1), "within a thread");
	assert_string_equal(name_of(&levels, 1, 2), "between threads of a rank");
	assert_string_equal(name_of(&levels, 0, 4), "between ranks");
}

/* Five ranks of a node each take turns on two cores. */
TEST("ranks take turns on cores")
{
	struct grove_wired_between crowd = { { 1e-6, 0 }, { 1e-10, 0 }, 0, 2 };
	struct machine levels;

	assert_true(make(&levels, 5, 5, 1, &crowd, &fast));
	assert_int_equal(machine_core(&levels, 5, 0), 0);
	assert_int_equal(machine_core(&levels, 5, 2), 0);
	assert_int_equal(machine_core(&levels, 5, 3), 1);
	assert_int_equal(machine_core(&levels, 5, 4), 1);
	assert_string_equal(name_of(&levels, 0, 1), "between ranks that share a core");
	assert_string_equal(name_of(&levels, 0, 4), "between ranks");
	assert_true(link_of(&levels, 0, 1)->tau == 1e-10);
	assert_true(levels.packet == 5e-7 && link_of(&levels, 0, 1)->beta > crowd.beta[0]);
	crowd.calibrated = 1;
	assert_true(make(&levels, 5, 5, 1, &crowd, &fast));
	assert_true(levels.packet == fast.packet && link_of(&levels, 0, 1)->beta == crowd.beta[0]);
	crowd.beta[0] = 1e-4;
	assert_true(make(&levels, 5, 5, 1, &crowd, &fast));
	assert_true(levels.packet > fast.packet && levels.packet < 5e-5);
	crowd.calibrated = 0;
	crowd.beta[0] = 1e-6;
	crowd.cores = 1;
	assert_true(make(&levels, 5, 5, 1, &crowd, &fast));
	assert_int_equal(levels.hierarchy.levels, 1);
	assert_int_equal(machine_core(&levels, 5, 4), 0);
	crowd.cores = 5;
	assert_false(make(&levels, 5, 5, 1, &crowd, &fast));
	crowd.cores = 2;
	assert_true(make(&levels, 8, 4, 1, &crowd, &fast));
	assert_true(link_of(&levels, 0, 1)->beta == fast.beta[0]);
}

/* A table of nodes in turns: three ranks, of which the last has a thread for each node. */
TEST("a table says where nodes are")
{
	const int process_of[8] = { 0, 1, 2, 0, 1, 2, 2, 0 }, threads[3] = { 1, 2, 3 };
	const struct rank_places places = {
		.nodes = 8, .processes = 3, .process_of = process_of, .threads = threads
	};
	struct machine levels;

	assert_int_equal(rank_levels_make(&levels, &cores, &places, &slow, &fast), 1);
	assert_string_equal(name_of(&levels, 0, 3), "within a thread");
	assert_string_equal(name_of(&levels, 3, 7), "within a thread");
	assert_string_equal(name_of(&levels, 1, 4), "between threads of a rank");
	assert_string_equal(name_of(&levels, 2, 5), "between threads of a rank");
	assert_string_equal(name_of(&levels, 5, 6), "between threads of a rank");
	assert_string_equal(name_of(&levels, 0, 1), "between ranks");
	assert_string_equal(name_of(&levels, 7, 6), "between ranks");
}

/* Four ranks in turns on two hosts, with a node each or with two. */
TEST("links between hosts have a level")
{
	const int host_of[4] = { 0, 1, 0, 1 }, threads[4] = { 1, 1, 1, 1 };
	struct rank_places places = {
		.nodes = 8, .processes = 4, .host_of = host_of, .threads = threads
	};
	struct machine levels;

	assert_int_equal(rank_levels_make(&levels, &cores, &places, &slow, &fast), 1);
	assert_string_equal(name_of(&levels, 2, 3), "within a thread");
	assert_string_equal(name_of(&levels, 0, 4), "between ranks");
	assert_string_equal(name_of(&levels, 7, 2), "between ranks");
	assert_string_equal(name_of(&levels, 0, 2), "between hosts");
	assert_true(link_of(&levels, 4, 6)->tau == slow.tau[1]);
	places.nodes = 4;
	assert_int_equal(rank_levels_make(&levels, &cores, &places, &slow, &fast), 1);
	assert_true(machine_link(&levels, 4, 0, 1)->beta == slow.beta[1]);
	assert_true(machine_link(&levels, 4, 0, 2)->beta == slow.beta[0]);
	assert_true(rank_slowest(&slow).beta == slow.beta[1]);
}

/* One thread a rank: there is no level of threads. */
TEST("a rank of one thread has one level")
{
	struct machine levels;

	assert_true(make(&levels, 8, 4, 1, &slow, &fast));
	assert_int_equal(levels.hierarchy.levels, 1);
	assert_true(link_of(&levels, 2, 3)->beta == fast.beta[0]);
	assert_true(link_of(&levels, 1, 2)->beta == slow.beta[0]);
}

TEST("one cost is enough")
{
	const struct grove_wired_within unknown = { 0 };
	const struct grove_wired_between unmeasured = { { 0 }, { 0 }, 0 };
	const int hosts[2] = { 0, 1 }, threads[2] = { 1, 1 };
	const struct rank_places apart = {
		.nodes = 2, .processes = 2, .host_of = hosts, .threads = threads
	};
	struct machine levels;

	assert_false(make(&levels, 8, 8, 1, &slow, &fast));
	assert_false(make(&levels, 8, 2, 2, &slow, &unknown));
	assert_false(make(&levels, 8, 2, 2, &unmeasured, &fast));
	assert_int_equal(rank_levels_make(&levels, &cores, &apart, &slow, &fast), 0);
	assert_false(make(&levels, 4, 3, 1, &slow, &fast));
	assert_true(make(&levels, RANK_LEVELS_NODES, 2, 2, &slow, &fast));
	assert_false(make(&levels, 2 * RANK_LEVELS_NODES, 2, 2, &slow, &fast));
}

/* Between many nodes, a choice counts levels for a broadcast, and not for an all-to-all. */
TEST("levels count where few blocks move")
{
	struct problem problem = { .collective = ALLTOALL, .ports = ALL, .duplex = FULL };
	const struct machine other = { .name = "another" };
	struct machine levels;

	assert_true(make(&levels, 256, 32, 2, &slow, &fast));
	assert_true(machine_link(&levels, 256, 7, 8)->beta == slow.beta[0]);
	assert_true(machine_link(&levels, 256, 3, 4)->beta == fast.beta[1]);
	assert_true(machine_link(&levels, 256, 252, 255)->beta == fast.beta[0]);
	assert_int_equal(network_open(&problem.net, "cube:8"), 0);
	assert_false(rank_levels_count(&levels, &problem));
	assert_true(rank_levels_count(&other, &problem));
	problem.collective = BROADCAST;
	assert_true(rank_levels_count(&levels, &problem));
	problem.collective = REDUCESCATTER;
	assert_false(rank_levels_count(&levels, &problem));
	assert_int_equal(network_open(&problem.net, "cube:6"), 0);
	assert_true(rank_levels_count(&levels, &problem));
}

static double fastest(const char *network, int root, const struct machine *levels)
{
	struct candidate candidate[CANDIDATES];
	struct problem problem = {
		.collective = BROADCAST, .root = root, .ports = ALL, .duplex = FULL
	};
	const struct rates rates = {
		.beta = slow.beta[0], .tau = slow.tau[0], .threads = 64, .levels = levels
	};

	strcpy(problem.algorithm, "auto");
	assert_int_equal(network_open(&problem.net, network), 0);
	assert_true(auto_choose(candidate, &problem, 64, 1, &rates) > 0);
	return candidate[0].seconds;
}

/* Of eight nodes in two ranks, a small block needs to go between the ranks once: the choice must
 * find a plan that waits for a single slow link. */
TEST("auto crosses between ranks once")
{
	struct machine levels;

	assert_true(make(&levels, 8, 2, 1, &slow, &fast));
	assert_true(fastest("cube:3", 0, &levels) < 1.1 * slow.beta[0]);
	assert_true(fastest("cube:3", 5, &levels) < 1.1 * slow.beta[0]);
	assert_true(fastest("cube:3", 0, NULL) > 2.9 * slow.beta[0]);
	assert_true(make(&levels, 256, 2, 1, &slow, &fast));
	assert_true(fastest("cube:8", 5, &levels) < 1.1 * slow.beta[0]);
}
