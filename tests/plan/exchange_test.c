/* Exchanges of two nodes take as long as a send: Stout & Wagar 1990, sections 3 and 4. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "analysis/named_permutations.h"
#include "collectives/registry.h"
#include "plan/model/simulator.h"
#include "tests/plan_help.h"

static const struct machine machines[] = { { .beta = 1, .tau = 1 }, { .beta = 7, .tau = 3 },
	{ .beta = 100, .tau = 1 } };

/* The time in which packets leave as soon as they can. */
static double time_of(
	const struct problem *problem, size_t bytes, size_t packet, const struct machine *machine)
{
	AUTO(schedule) schedule = schedule_made(problem, bytes, packet);
	struct simulation simulation;

	assert_int_equal(schedule_simulate(schedule, machine, &simulation), 0);
	return simulation.asynchronous;
}

static void compare(const char *network, const char *exchange, const char *send, int a, int b)
{
	struct problem both = problem_by(exchange, PERMUTE, network);
	struct problem one = problem_by(send, SEND, network);
	const size_t bytes = 60 * (size_t)(both.net.digits * both.net.digits);
	int permutation[32];

	for (int v = 0; v < both.net.nodes; v++)
		permutation[v] = v == a ? b : v == b ? a : v;
	both.permutation = permutation;
	one.root = a;
	one.destination = b;
	for (int i = 0; i < COUNT(machines); i++)
		for (size_t cut = 1; cut <= 40; cut = cut * 3 + 1) {
			double there = time_of(&one, bytes, bytes / cut, &machines[i]);
			double back = time_of(&both, bytes, bytes / cut, &machines[i]);

			if (fabs(there - back) > 1e-9 * there)
				fail_msg("%s on %s, %d and %d: %g, the send %g", exchange, network,
					a, b, back, there);
		}
}

TEST("exchange: of opposite corners, as long as O.C. SEND 4")
{
	compare("cube:1", "corner-exchange", "ocsend4", 0, 1);
	compare("cube:3", "corner-exchange", "ocsend4", 0, 7);
	compare("cube:4", "corner-exchange", "ocsend4", 3, 12);
	compare("cube:5", "corner-exchange", "ocsend4", 10, 21);
}

TEST("exchange: of any two nodes, as long as ARBITRARY SEND 3")
{
	for (int b = 1; b < 16; b++)
		compare("cube:4", "arbitrary-exchange", "arbitrary3", 0, b);
	compare("cube:3", "arbitrary-exchange", "arbitrary3", 2, 3);
	compare("cube:5", "arbitrary-exchange", "arbitrary3", 9, 30);
}

TEST("exchange: other permutations are refused")
{
	static const struct {
		const char *algorithm, *permutation, *why;
	} bad[] = { { "corner-exchange", "swap:1,2", "arbitrary-exchange serves any two nodes" },
		{ "corner-exchange", "inversion", "opposite corners" },
		{ "arbitrary-exchange", "inversion", "permuted-send serves all" },
		{ "arbitrary-exchange", "swap:3,3", "permuted-send serves all" } };
	int permutation[8];

	for (int i = 0; i < COUNT(bad); i++) {
		struct problem problem = problem_of("cube:3", PERMUTE);
		struct plan *plan;

		problem.permutation = permutation;
		MUST(permutation_named(permutation, &problem.net, bad[i].permutation));
		strcpy(problem.algorithm, bad[i].algorithm);
		REFUSES(collective_plan(&plan, &problem), EINVAL, bad[i].why);
	}
}

TEST("exchange: a permutation is needed")
{
	static const char *const names[] = { "corner-exchange", "arbitrary-exchange" };

	for (int i = 0; i < COUNT(names); i++) {
		struct problem problem = problem_by(names[i], PERMUTE, "cube:3");
		struct plan *plan;

		REFUSES(collective_plan(&plan, &problem), EINVAL, "needs an exchange of two nodes");
	}
}

TEST("exchange: pairs have names")
{
	static const char *const bad[] = { "swap", "swap:", "swap:1", "swap:1,", "swap:,1",
		"swap:1,8", "swap:-1,2", "swap:1,2,3", "swap:x,1", "corners:1",
		"swap:00000000000000000000000001,2" };
	static const int corners[] = { 7, 1, 2, 3, 4, 5, 6, 0 },
			 pair[] = { 0, 1, 5, 3, 4, 2, 6, 7 };
	struct problem problem = problem_of("cube:3", PERMUTE);
	int permutation[8];

	assert_int_equal(permutation_named(permutation, &problem.net, "corners"), 0);
	assert_memory_equal(permutation, corners, sizeof corners);
	assert_int_equal(permutation_named(permutation, &problem.net, "swap:2,5"), 0);
	assert_memory_equal(permutation, pair, sizeof pair);
	for (int i = 0; i < COUNT(bad); i++)
		assert_int_equal(permutation_named(permutation, &problem.net, bad[i]), -EINVAL);
}
