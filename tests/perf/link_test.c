/* Tests of links: which pairs of cpus are measured, and that the numbers can be true. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>
#include "tests/test.h"
#include "perf/calibration/cpu_pairs.h"
#include "runtime/machine/cpus.h"
#include "tests/machine_help.h"

static bool two_cores(void)
{
	return cores_usable() >= 2;
}

TEST("each kind of pair comes once")
{
	FREED struct link_pair *pairs = NULL;
	int count = link_pairs(&pairs, NULL);

	if (!two_cores())
		skip();
	assert_true(count >= 1);
	for (int i = 0; i < count; i++) {
		assert_int_not_equal(pairs[i].cpus[0], pairs[i].cpus[1]);
		assert_true(strlen(pairs[i].shared) > 0);
		for (int j = 0; j < i; j++)
			assert_true(pairs[i].cpus[0] != pairs[j].cpus[0] ||
				    pairs[i].cpus[1] != pairs[j].cpus[1]);
	}
}

static void expect_kinds(const char *machine, int cpus, const char *kinds)
{
	struct pairs pairs = { 0 };
	hwloc_topology_t topology = machine_synthetic(machine);
	struct cpus read;
	char text[128] = "";
	int cpu[64];

	machine_cpus(&read, topology, "");
	for (int i = 0; i < cpus; i++)
		cpu[i] = i;
	pairs_of(&pairs, &read, cpu, cpus);
	for (int i = 0; i < pairs.count; i++)
		snprintf(text + strlen(text), sizeof text - strlen(text), "%s %d,%d;",
			pairs.pair[i].shared, pairs.pair[i].cpus[0], pairs.pair[i].cpus[1]);
	assert_string_equal(text, kinds);
	cpus_free(&read);
	hwloc_topology_destroy(topology);
}

TEST("machines have these kinds of pairs")
{
	expect_kinds(
		"package:2 l3:2 l2:2 core:1 pu:2", 16, "core 0,1;L3 0,2;package 0,4;machine 0,8;");
	expect_kinds("package:1 l3:1 l2:2 core:2 pu:1", 4, "L2 0,1;L3 0,2;");
	expect_kinds("package:1 core:4 pu:1", 4, "package 0,1;");
	expect_kinds("package:4 core:1 pu:1", 4, "machine 0,1;");
	expect_kinds("package:1 core:1 pu:1", 1, "");
}

/* The first two usable cpus, as "A,B" turned round: the order is the caller's. */
TEST("a pair can be asked for")
{
	FREED struct link_pair *pairs = NULL, *turned = NULL;
	char pin[32];

	if (!two_cores())
		skip();
	assert_true(link_pairs(&pairs, NULL) >= 1);
	snprintf(pin, sizeof pin, "%d,%d", pairs[0].cpus[1], pairs[0].cpus[0]);
	assert_int_equal(link_pairs(&turned, pin), 1);
	assert_int_equal(turned[0].cpus[0], pairs[0].cpus[1]);
	assert_int_equal(turned[0].cpus[1], pairs[0].cpus[0]);
	assert_string_equal(turned[0].shared, pairs[0].shared);
}

TEST("what is no pair is refused")
{
	static const char *const wrong[] = { "0", "0,0", "0,1,0", "0,99999", "none", "auto,", "x",
		"" };
	struct link_pair *pairs;

	if (!two_cores())
		skip();
	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
		assert_int_equal(link_pairs(&pairs, wrong[i]), -EINVAL);
		assert_non_null(strstr(why_text(), wrong[i]));
	}
}

/* In a child, which inherits what this thread is bound to: so do all threads that it may have. */
TEST("one core has no link")
{
	struct link_pair *pairs;
	struct cpus cpus;
	cpu_set_t one, before;
	int status, result;
	pid_t child;

	assert_int_equal(cpus_read(&cpus), 0);
	CPU_ZERO(&one);
	for (int i = 0; i < cpus.count && !CPU_COUNT(&one); i++)
		if (cpus.cpu[i].usable)
			CPU_SET((size_t)cpus.cpu[i].number, &one);
	cpus_free(&cpus);
	assert_int_equal(sched_getaffinity(0, sizeof before, &before), 0);
	assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
	child = fork();
	if (!child) {
		result = link_pairs(&pairs, NULL);
		_exit(result == -ENODEV && strstr(why_text(), "two cores") ? 0 : 1);
	}
	assert_int_equal(sched_setaffinity(0, sizeof before, &before), 0);
	assert_true(child > 0);
	waitpid(child, &status, 0);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static void assert_stats(const struct stats *s, double low, double high)
{
	assert_int_equal(s->samples, 7);
	assert_true(s->min <= s->ci_low && s->ci_low <= s->median && s->median <= s->ci_high);
	assert_true(s->median > low && s->median < high);
}

/* Wide limits: they hold on a busy machine, and fail when a loop moved nothing. */
TEST("the numbers can be true")
{
	FREED struct link_pair *pairs = NULL;
	struct link_result r;

	if (!two_cores())
		skip();
	assert_true(link_pairs(&pairs, NULL) >= 1);
	MUST(link_measure(&r, &pairs[0], 7));
	assert_memory_equal(r.pair.cpus, pairs[0].cpus, sizeof r.pair.cpus);
	assert_stats(&r.items, 1e2, 2e9);
	assert_stats(&r.round_trip, 5e-9, 1e-1);
	assert_stats(&r.bandwidth, 1e6, 5e11);
	assert_stats(&r.ping_pong, 5e-9, 1e-1);
	assert_in_range(r.pinned, 0, 2);
}

TEST("a cpu that is not there is refused")
{
	struct link_pair pair = { .cpus = { 0, 88888 } };
	struct link_result r;

	assert_int_equal(link_measure(&r, &pair, 1), -EINVAL);
	assert_non_null(strstr(why_text(), "88888"));
}
