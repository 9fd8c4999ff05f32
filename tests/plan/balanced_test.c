/* Communication on generalized hypercubes: the four algorithms of Fragopoulou, Akl & Meijer 1994,
 * section 5, run with one message for a packet. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "collectives/registry.h"
#include "analysis/lower_bound.h"
#include "plan/model/simulator.h"
#include "tests/plan_help.h"

static struct schedule *unit_schedule(
	enum collective collective, const char *family, const char *network, int messages)
{
	struct problem problem = problem_by(family, collective, network);

	return schedule_made(&problem, (size_t)messages, 1);
}

static struct figures unit_figures(
	enum collective collective, const char *family, const char *network, int messages)
{
	AUTO(schedule) schedule = unit_schedule(collective, family, network, messages);
	struct figures figures;

	assert_int_equal(schedule_figures(schedule, &figures), 0);
	return figures;
}

/* Steps when the paper's algorithms are executed: broadcast, then multinode broadcast and scatter
 * (the same), then multinode scatter, by bsg and by bst. Our multinode scatter goes level by level
 * instead of necklace by necklace, which takes fewer steps where there is another number here: 12,
 * 12 and 48 on GH(4,2). */
static const struct {
	const char *network;
	int messages, broadcast, all_bsg, all_bst, scatter_bsg, scatter_bst;
} rows[] = {
	{ "gh:3x3", 1, 2, 2, 2, 3, 3 },
	{ "gh:3x3", 2, 3, 4, 4, 6, 6 },
	{ "gh:3x3", 3, 4, 6, 6, 9, 9 },
	{ "gh:4x4", 1, 2, 3, 3, 5, 5 },
	{ "gh:4x4", 2, 3, 5, 6, 8, 10 },
	{ "gh:4x4", 3, 4, 8, 9, 13, 15 },
	{ "gh:4x4", 4, 5, 10, 12, 16, 20 },
	{ "gh:3x3x3", 1, 3, 5, 5, 11, 11 },
	{ "gh:3x3x3", 2, 4, 9, 10, 19, 22 },
	{ "gh:3x3x3", 3, 5, 13, 15, 27, 33 },
	{ "gh:3x3x3", 6, 8, 26, 30, 54, 66 },
	{ "gh:3x3x3x3", 1, 4, 10, 10, 27, 27 },
	{ "gh:2x2x2x2", 1, 4, 5, 5, 10, 11 },
	{ "gh:2x2x2x2", 4, 7, 15, 20, 32, 44 },
};

static void assert_steps(enum collective collective, const char *family, int row, int steps)
{
	struct figures f = unit_figures(collective, family, rows[row].network, rows[row].messages);

	if (f.steps != steps || f.volume != (uint64_t)steps)
		fail_msg("%s %s on %s, %d messages: %lld steps instead of %d",
			collective_name(collective), family, rows[row].network, rows[row].messages,
			(long long)f.steps, steps);
}

TEST("gh: unit steps are those of the paper, executed (section 5)")
{
	for (int i = 0; i < COUNT(rows); i++) {
		assert_steps(BROADCAST, "bst", i, rows[i].broadcast);
		assert_steps(BROADCAST, "bsg", i, rows[i].broadcast);
		assert_steps(ALLGATHER, "bsg", i, rows[i].all_bsg);
		assert_steps(ALLGATHER, "bst", i, rows[i].all_bst);
		assert_steps(SCATTER, "bsg", i, rows[i].all_bsg);
		assert_steps(SCATTER, "bst", i, rows[i].all_bst);
		assert_steps(ALLTOALL, "bsg", i, rows[i].scatter_bsg);
		assert_steps(ALLTOALL, "bst", i, rows[i].scatter_bst);
	}
}

/* Table 1's second column: each is least, since all paths are shortest. */
TEST("gh: transmissions are those of table 1")
{
	for (int i = 0; i < COUNT(rows); i++) {
		uint64_t all, distances, messages = (uint64_t)rows[i].messages;
		struct network net = network_at(rows[i].network);

		all = (uint64_t)net.nodes - 1;
		distances = (uint64_t)(net.ports * net.nodes / net.radix[0]);
		for (int k = 0; k < 2; k++) {
			const char *family = k ? "bst" : "bsg", *name = rows[i].network;
			int m = rows[i].messages;
			uint64_t nodes = (uint64_t)net.nodes;

			assert_int_equal(unit_figures(BROADCAST, family, name, m).transmissions,
				messages * all);
			assert_int_equal(unit_figures(ALLGATHER, family, name, m).transmissions,
				messages * all * nodes);
			assert_int_equal(unit_figures(SCATTER, family, name, m).transmissions,
				messages * distances);
			assert_int_equal(unit_figures(ALLTOALL, family, name, m).transmissions,
				messages * distances * nodes);
		}
	}
}

/* The paper's lower bound for broadcasting, ceil(M / d) + n + 1 on d ports, is more than its own
 * algorithm takes: ours is never more than anything takes. */
TEST("gh: no broadcast is faster than the bound")
{
	static const char *const names[] = { "gh:4x4", "gh:3x3x3", "gh:2x2x2x2", "gh:2x3x4" };
	static const struct machine machines[] = { { .beta = 1 }, { .tau = 1 },
		{ .beta = 1, .tau = 1 }, { .beta = 1, .tau = 100 } };

	for (int i = 0; i < COUNT(names); i++)
		for (int messages = 1; messages <= 40; messages++) {
			AUTO(schedule) s = unit_schedule(BROADCAST, "bst", names[i], messages);

			for (int k = 0; k < COUNT(machines); k++)
				assert_true(problem_bound(&s->problem, s->bytes, &machines[k]) <=
					    schedule_synchronous(s, &machines[k]) * 1.000001);
		}
}
