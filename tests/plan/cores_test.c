/* Tests of schedules on machines of levels: times by hand, and bounds that nothing beats. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <float.h>
#include "analysis/lower_bound.h"
#include "plan/model/core_simulator.h"
#include "tests/collective_help.h"

/* Two packages of two cores. A packet keeps each core for 1; between packages it takes 10 + 2 for
 * a byte, within one 4 + 1 for a byte; a package's connection takes 3 for a byte. */
static const struct machine two_by_two = { .name = "two by two",
	.beta = 10,
	.tau = 2,
	.packet = 1,
	.class = { [SAME_THREAD] = { .beta = 2, .tau = 0.5 },
		[SAME_L3] = { .beta = 4, .tau = 1 },
		[OTHER_PACKAGE] = { .beta = 10, .tau = 2, .shared = 3 } },
	.hierarchy = { 2, { 2, 2 }, { OTHER_PACKAGE, SAME_L3 } } };

static void assert_times(
	const char *text, const struct machine *machine, double synchronous, double asynchronous)
{
	struct schedule *schedule = schedule_of(text);
	struct simulation times;

	if (schedule_simulate(schedule, machine, &times))
		fail_msg("%s", why_text());
	assert_float_equal(times.synchronous, synchronous, 1e-12);
	assert_float_equal(times.asynchronous, asynchronous, 1e-12);
	schedule_free(schedule);
}

static struct machine without_sharing(void)
{
	struct machine machine = two_by_two;

	machine.class[OTHER_PACKAGE].shared = 0;
	return machine;
}

/* 8 bytes to a neighbour, then across: 4 + 8, then 10 + 16. */
static void one_packet_takes_the_start_up_and_the_bytes_of_its_class(void **state)
{
	struct machine machine = without_sharing();

	(void)state;
	assert_times("send x gh:4 root=0 destination=1 bytes=8 ports=all duplex=full\n"
		     "step 0\n 0 -> 1 0[0:8]\n",
		&machine, 12, 12);
	assert_times("send x gh:4 root=0 destination=2 bytes=8 ports=all duplex=full\n"
		     "step 0\n 0 -> 2 0[0:8]\n",
		&machine, 26, 26);
	assert_times("send x gh:4 root=0 destination=3 bytes=8 ports=all duplex=full\n"
		     "step 0\n 0 -> 1 0[0:8]\nstep 1\n 1 -> 3 0[0:8]\n",
		&machine, 38, 38);
}

/* The root sends at 0, 1, 2, so the packets are there at 3, 10 and 11, and take 1 + 8, 1 + 16. */
static void a_root_sends_one_packet_after_another_and_receivers_copy_at_once(void **state)
{
	struct machine machine = without_sharing();

	(void)state;
	assert_times("broadcast x gh:4 root=0 bytes=8 ports=all duplex=full\n"
		     "step 0\n 0 -> 1 0[0:8]\n 0 -> 2 0[0:8]\n 0 -> 3 0[0:8]\n",
		&machine, 28, 28);
}

/* Node 0 gathers: its copies of 8, 16 and 16 bytes times their rates follow each other, 1 each. The
 * first packet is there at 1 + 2; ports of gh:4 lead to 1, 2, 3. */
static void a_receiver_copies_one_packet_after_another(void **state)
{
	struct machine machine = without_sharing();

	(void)state;
	assert_times("gather x gh:4 root=0 bytes=8 ports=all duplex=full\n"
		     "step 0\n 1 -> 0 1[0:8]\n 2 -> 0 2[0:8]\n 3 -> 0 3[0:8]\n",
		&machine, 3 + 9 + 17 + 17, 3 + 9 + 17 + 17);
}

/* Two packets of 8 bytes leave the package at once: they begin at 9 + 1, and its connection takes
 * 3 for each of 16 bytes. One alone is as slow as its copy or the connection, 24 against 16. */
static void what_leaves_a_package_shares_its_connection(void **state)
{
	(void)state;
	assert_times("send x gh:4 root=0 destination=2 bytes=8 ports=all duplex=full\n"
		     "step 0\n 0 -> 2 0[0:8]\n",
		&two_by_two, 10 + 24, 10 + 24);
	assert_times("allgather x gh:4 root=0 bytes=8 ports=all duplex=full\n"
		     "step 0\n 0 -> 2 0[0:8]\n 1 -> 3 1[0:8]\n",
		&two_by_two, 10 + 48, 10 + 48);
	/* The other direction is another connection. */
	assert_times("allgather x gh:4 root=0 bytes=8 ports=all duplex=full\n"
		     "step 0\n 0 -> 2 0[0:8]\n 3 -> 1 3[0:8]\n",
		&two_by_two, 10 + 24, 10 + 24);
}

/* Node 1 hears from 0 and passes on at 12, while 2 still copies; in step all wait for that. */
static void without_steps_nobody_waits_for_the_slowest(void **state)
{
	struct machine machine = without_sharing();

	(void)state;
	assert_times("broadcast x gh:4 root=0 bytes=8 ports=all duplex=full\n"
		     "step 0\n 0 -> 2 0[0:8]\nstep 1\n 0 -> 1 0[0:8]\nstep 2\n 1 -> 3 0[0:8]\n",
		&machine, 26 + 12 + 26, 1 + 12 + 26);
}

/* Eight nodes on four cores: 0 and 1 are on one, whose two sends follow each other. */
static void nodes_of_one_core_take_turns(void **state)
{
	struct machine machine = without_sharing();

	(void)state;
	assert_times("send x gh:8 root=0 destination=1 bytes=8 ports=all duplex=full\n"
		     "step 0\n 0 -> 1 0[0:8]\n",
		&machine, 2 + 4, 2 + 4);
	assert_times("allgather x gh:8 root=0 bytes=8 ports=all duplex=full\n"
		     "step 0\n 0 -> 2 0[0:8]\n 1 -> 3 1[0:8]\n",
		&machine, 3 + 9 + 9, 3 + 9 + 9);
}

static void beyond_the_caches_bytes_cost_what_memory_costs(void **state)
{
	struct machine machine = without_sharing();

	(void)state;
	machine.class[SAME_L3].memory_tau = 5;
	machine.cache = 8; /* of each package, 16 in all: two blocks of 8 bytes fit, of 9 do not */
	assert_times("send x gh:4 root=0 destination=1 bytes=8 ports=all duplex=full\n"
		     "step 0\n 0 -> 1 0[0:8]\n",
		&machine, 12, 12);
	assert_times("send x gh:4 root=0 destination=1 bytes=9 ports=all duplex=full\n"
		     "step 0\n 0 -> 1 0[0:9]\n",
		&machine, 4 + 45, 4 + 45);
}

static void a_view_is_refused(void **state)
{
	struct schedule *schedule =
		schedule_of("allgather x gh:4 root=0 bytes=8 ports=all duplex=full\n"
			    "step 0\n 0 -> 1 0[0:8]\n");
	struct simulation times;

	(void)state;
	schedule->view = true;
	assert_int_equal(schedule_simulate(schedule, &two_by_two, &times), -EINVAL);
	schedule_free(schedule);
}

/* ---- Bounds ---- */

static void bounds_are_those_of_the_dearest_border(void **state)
{
	struct problem problem = problem_of("gh:4", BROADCAST);
	double by_hand;

	(void)state;
	/* A package of 2 cores takes in M bytes: 3 M by its connection; the way across takes 10. */
	assert_float_equal(problem_bound(&problem, 100, &two_by_two), 300, 1e-9);
	assert_float_equal(problem_bound(&problem, 1, &two_by_two), 10, 1e-9);
	problem.collective = ALLTOALL; /* 2 * 2 blocks cross */
	assert_float_equal(problem_bound(&problem, 100, &two_by_two), 1200, 1e-9);
	/* Without connections: 4 blocks of tau 2 by two cores, or 3 blocks of tau 1 by one core. */
	by_hand = 400;
	problem.collective = ALLTOALL;
	{
		struct machine machine = without_sharing();

		assert_float_equal(problem_bound(&problem, 100, &machine), by_hand, 1e-9);
		problem.collective = GATHER; /* the root copies 3 blocks, by 1 at least */
		assert_float_equal(problem_bound(&problem, 100, &machine), 300, 1e-9);
	}
	problem.collective = BARRIER;
	assert_float_equal(problem_bound(&problem, 0, &two_by_two), 10, 1e-9);
}

static int compared;

/* Whether two nodes alone exchange blocks: when they share a core, nothing crosses a border. */
static bool is_exchange(const struct problem *problem)
{
	int moved = 0;

	for (int v = 0; problem->permutation && v < problem->net.nodes; v++)
		moved += problem->permutation[v] != v;
	return moved == 2;
}

static void assert_bound(const struct problem *problem, const struct machine *machine, size_t bytes)
{
	struct binding binding = { bytes, 1, 0, problem->root };
	struct simulation times;
	struct schedule *schedule = NULL;
	struct plan *plan;
	double bound;

	if (problem->collective == BARRIER)
		binding.bytes = 0;
	if (collective_plan(&plan, problem) || plan_schedule(&schedule, plan, &binding))
		fail_msg("%s", why_text());
	assert_int_equal(schedule_simulate(schedule, machine, &times), 0);
	bound = problem_bound(&schedule->problem, binding.bytes, machine);
	assert_true(bound > 0 || is_exchange(problem));
	if (times.asynchronous < bound * (1 - 1e-9) ||
		times.synchronous < times.asynchronous * (1 - 1e-9))
		fail_msg("%s %s on %s, %s: %zu bytes: bound %g, time %g, in steps %g",
			collective_name(problem->collective), problem->algorithm, problem->net.name,
			machine->name, bytes, bound, times.asynchronous, times.synchronous);
	compared++;
	schedule_free(schedule);
	plan_free(plan);
}

static void check_bounds(const struct problem *problem)
{
	static const struct hierarchy shapes[] = { { 2, { 2, 2 }, { OTHER_PACKAGE, SAME_L3 } },
		{ 3, { 2, 2, 4 }, { OTHER_PACKAGE, SAME_PACKAGE, SAME_L3 } },
		{ 1, { 3 }, { SAME_L3 } } };

	if (problem->ports != ALL || problem->duplex != FULL)
		return;
	for (int i = 0; i < 3; i++) {
		struct machine machine = *machine_named("milan");

		machine.hierarchy = shapes[i];
		assert_bound(problem, &machine, 1000);
		assert_bound(problem, &machine, 1 << 20);
	}
}

static void no_schedule_beats_the_bound_and_steps_never_help(void **state)
{
	static const char *const networks[] = { "gh:2", "gh:8", "gh:2x4", "gh:2x2x4", "cube:3",
		"cube:4", "star:3", "ccc:3" };

	(void)state;
	for_problems(networks, (int)(sizeof networks / sizeof networks[0]), check_bounds);
	assert_true(compared > 1000);
}

/* Where all classes cost the same and nothing is shared, a chain of packets takes what it takes on
 * a machine without levels. */
static void levels_that_cost_the_same_are_no_levels(void **state)
{
	struct machine machine = { .name = "alike",
		.beta = 8,
		.tau = 1,
		.hierarchy = { 2, { 2, 2 }, { OTHER_PACKAGE, SAME_L3 } } };
	const struct machine plain = { .beta = 8, .tau = 1 };
	const char *text =
		"broadcast x gh:4 root=0 bytes=8 ports=all duplex=full\n"
		"step 0\n 0 -> 1 0[0:8]\nstep 1\n 1 -> 3 0[0:8]\nstep 2\n 3 -> 2 0[0:8]\n";
	struct schedule *schedule = schedule_of(text);
	struct simulation levels, links;

	(void)state;
	for (int i = 0; i < PAIR_CLASSES; i++)
		machine.class[i] = (struct link_class){ .beta = 8, .tau = 1 };
	assert_int_equal(schedule_simulate(schedule, &machine, &levels), 0);
	assert_int_equal(schedule_simulate(schedule, &plain, &links), 0);
	assert_float_equal(levels.asynchronous, links.asynchronous, 1e-12);
	assert_float_equal(levels.synchronous, links.synchronous, 1e-12);
	schedule_free(schedule);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_packet_takes_the_start_up_and_the_bytes_of_its_class),
		cmocka_unit_test(a_root_sends_one_packet_after_another_and_receivers_copy_at_once),
		cmocka_unit_test(a_receiver_copies_one_packet_after_another),
		cmocka_unit_test(what_leaves_a_package_shares_its_connection),
		cmocka_unit_test(without_steps_nobody_waits_for_the_slowest),
		cmocka_unit_test(nodes_of_one_core_take_turns),
		cmocka_unit_test(beyond_the_caches_bytes_cost_what_memory_costs),
		cmocka_unit_test(a_view_is_refused),
		cmocka_unit_test(bounds_are_those_of_the_dearest_border),
		cmocka_unit_test(no_schedule_beats_the_bound_and_steps_never_help),
		cmocka_unit_test(levels_that_cost_the_same_are_no_levels),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
