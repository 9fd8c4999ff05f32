/* Tests of schedules on machines of levels: times by hand. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "plan/model/core_simulator.h"
#include "tests/collective_help.h"

/* Two packages of two cores. A packet keeps each core for 1; between packages it takes 10 + 2 for
 * a byte, within one 4 + 1 for a byte. */
static const struct machine two_by_two = { .name = "two by two",
	.beta = 10,
	.tau = 2,
	.packet = 1,
	.class = { [SAME_THREAD] = { .beta = 2, .tau = 0.5 },
		[SAME_L3] = { .beta = 4, .tau = 1 },
		[OTHER_PACKAGE] = { .beta = 10, .tau = 2 } },
	.hierarchy = { 2, { 2, 2 }, { OTHER_PACKAGE, SAME_L3 } } };

static void assert_times(
	const char *text, const struct machine *machine, double synchronous, double asynchronous)
{
	AUTO(schedule) schedule = schedule_of(text);
	struct simulation times;

	MUST(schedule_simulate(schedule, machine, &times));
	assert_float_equal(times.synchronous, synchronous, 1e-12);
	assert_float_equal(times.asynchronous, asynchronous, 1e-12);
}

/* 8 bytes to a neighbour, then across: 4 + 8, then 10 + 16. */
TEST("one packet takes the start up and the bytes of its class")
{
	assert_times("send x gh:4 root=0 destination=1 bytes=8 ports=all duplex=full\n"
		     "step 0\n 0 -> 1 0[0:8]\n",
		&two_by_two, 12, 12);
	assert_times("send x gh:4 root=0 destination=2 bytes=8 ports=all duplex=full\n"
		     "step 0\n 0 -> 2 0[0:8]\n",
		&two_by_two, 26, 26);
	assert_times("send x gh:4 root=0 destination=3 bytes=8 ports=all duplex=full\n"
		     "step 0\n 0 -> 1 0[0:8]\nstep 1\n 1 -> 3 0[0:8]\n",
		&two_by_two, 38, 38);
}

/* The root sends at 0, 1, 2, so the packets are there at 3, 10 and 11, and take 1 + 8, 1 + 16. */
TEST("a root sends one packet after another and receivers copy at once")
{
	assert_times("broadcast x gh:4 root=0 bytes=8 ports=all duplex=full\n"
		     "step 0\n 0 -> 1 0[0:8]\n 0 -> 2 0[0:8]\n 0 -> 3 0[0:8]\n",
		&two_by_two, 28, 28);
}

/* Node 0 gathers: its copies of 8, 16 and 16 bytes times their rates follow each other, 1 each. The
 * first packet is there at 1 + 2; ports of gh:4 lead to 1, 2, 3. */
TEST("a receiver copies one packet after another")
{
	assert_times("gather x gh:4 root=0 bytes=8 ports=all duplex=full\n"
		     "step 0\n 1 -> 0 1[0:8]\n 2 -> 0 2[0:8]\n 3 -> 0 3[0:8]\n",
		&two_by_two, 3 + 9 + 17 + 17, 3 + 9 + 17 + 17);
}

/* Node 1 hears from 0 and passes on at 12, while 2 still copies; in step all wait for that. */
TEST("without steps nobody waits for the slowest")
{
	assert_times("broadcast x gh:4 root=0 bytes=8 ports=all duplex=full\n"
		     "step 0\n 0 -> 2 0[0:8]\nstep 1\n 0 -> 1 0[0:8]\nstep 2\n 1 -> 3 0[0:8]\n",
		&two_by_two, 26 + 12 + 26, 1 + 12 + 26);
}

/* Eight nodes on four cores: 0 and 1 are on one, whose two sends follow each other. */
TEST("nodes of one core take turns")
{
	assert_times("send x gh:8 root=0 destination=1 bytes=8 ports=all duplex=full\n"
		     "step 0\n 0 -> 1 0[0:8]\n",
		&two_by_two, 2 + 4, 2 + 4);
	assert_times("allgather x gh:8 root=0 bytes=8 ports=all duplex=full\n"
		     "step 0\n 0 -> 2 0[0:8]\n 1 -> 3 1[0:8]\n",
		&two_by_two, 3 + 9 + 9, 3 + 9 + 9);
}

TEST("a view is refused")
{
	AUTO(schedule)
	schedule = schedule_of("allgather x gh:4 root=0 bytes=8 ports=all duplex=full\n"
			       "step 0\n 0 -> 1 0[0:8]\n");
	struct simulation times;

	schedule->view = true;
	assert_int_equal(schedule_simulate(schedule, &two_by_two, &times), -EINVAL);
}

static int compared;

static void assert_order(const struct problem *problem)
{
	size_t bytes = collective_has_bytes(problem->collective) ? 1000 : 0;
	AUTO(schedule) schedule = schedule_made(problem, bytes, 0);
	struct simulation times;

	assert_int_equal(schedule_simulate(schedule, &two_by_two, &times), 0);
	if (times.synchronous < times.asynchronous * (1 - 1e-9))
		fail_msg("%s %s on %s: time %g, in steps %g", collective_name(problem->collective),
			problem->algorithm, problem->net.name, times.asynchronous,
			times.synchronous);
	compared++;
}

TEST("a global step is never faster")
{
	static const char *const networks[] = { "gh:2", "gh:8", "gh:2x4", "gh:2x2x4", "cube:3",
		"cube:4", "star:3", "ccc:3" };

	for_problems(networks, (int)(sizeof networks / sizeof networks[0]), assert_order);
	assert_true(compared > 300);
}

/* Where all classes cost the same, a chain of packets takes what it takes on a machine without
 * levels. */
TEST("levels that cost the same are no levels")
{
	struct machine machine = { .name = "alike",
		.beta = 8,
		.tau = 1,
		.hierarchy = { 2, { 2, 2 }, { OTHER_PACKAGE, SAME_L3 } } };
	const struct machine plain = { .beta = 8, .tau = 1 };
	const char *text =
		"broadcast x gh:4 root=0 bytes=8 ports=all duplex=full\n"
		"step 0\n 0 -> 1 0[0:8]\nstep 1\n 1 -> 3 0[0:8]\nstep 2\n 3 -> 2 0[0:8]\n";
	AUTO(schedule) schedule = schedule_of(text);
	struct simulation levels, links;

	for (int i = 0; i < PAIR_CLASSES; i++)
		machine.class[i] = (struct link_class){ .beta = 8, .tau = 1 };
	assert_int_equal(schedule_simulate(schedule, &machine, &levels), 0);
	assert_int_equal(schedule_simulate(schedule, &plain, &links), 0);
	assert_float_equal(levels.asynchronous, links.asynchronous, 1e-12);
	assert_float_equal(levels.synchronous, links.synchronous, 1e-12);
}
