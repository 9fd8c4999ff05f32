/* Memory of plans: what is said of a plan before it is made is never more than the plan takes, nor
 * far less. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/memory_budget.h"
#include "collectives/memory_need.h"
#include "tests/collective_help.h"
#include "tests/sanitized.h"

static const char *const networks[] = { "cube:0", "cube:1", "cube:4", "gh:5", "gh:2x3", "gh:3x3x2",
	"star:2", "star:4", "ccc:3", "butterfly:3" };

static struct problem problem_named(
	const char *network, enum collective collective, const char *name)
{
	struct problem problem = { .collective = collective, .ports = ALL, .duplex = FULL };

	assert_int_equal(network_open(&problem.net, network), 0);
	strcpy(problem.algorithm, name);
	return problem;
}

static void has_as_many_hops(const struct problem *problem)
{
	AUTO(plan) plan = NULL;

	if (collective_plan(&plan, problem))
		fail_msg("%s %s on %s: %s", collective_name(problem->collective),
			problem->algorithm, problem->net.name, why_text());
	if (memory_need_hops(problem) > (double)plan->hops)
		fail_msg("%s %s on %s: %g hops are said, it has %zu",
			collective_name(problem->collective), problem->algorithm, problem->net.name,
			memory_need_hops(problem), plan->hops);
}

TEST("every algorithm has as many hops as are said beforehand, or more")
{
	for_problems(networks, COUNT(networks), has_as_many_hops);
}

/* The walk over all algorithms leaves out the composed ones. */
TEST("composed algorithms have as many hops as are said beforehand, or more")
{
	static const enum collective composed[] = { BROADCAST, REDUCE, ALLGATHER, REDUCESCATTER,
		ALLREDUCE };

	for (int n = 0; n < COUNT(networks); n++)
		for (int c = 0; c < COUNT(composed); c++) {
			struct problem problem = problem_named(networks[n], composed[c], "bfs+bfs");

			if (network_symmetric(&problem.net))
				has_as_many_hops(&problem);
		}
}

/* ---- Memory ---- */

/* The most memory that this process ever asked for. */
static double memory_most(void)
{
	return (double)system_number("/proc/self/status", "VmPeak:", 0) * 1024;
}

/* Mebibytes that making the plan takes, in a process of its own. */
static double memory_of(const struct problem *problem)
{
	int status;
	pid_t child = fork();

	if (!child) {
		double before = memory_most();
		struct plan *plan;

		_exit(collective_plan(&plan, problem) ? 255
						      : (int)((memory_most() - before) / 0x1p20));
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) < 255);
	return WEXITSTATUS(status);
}

TEST("memory is as measured: never less than is said, nor six times as much")
{
	static const struct {
		const char *network;
		enum collective collective;
		const char *algorithm;
	} cases[] = {
		{ "cube:14", BROADCAST, "nesbt" },
		{ "cube:17", BROADCAST, "sbt" },
		{ "cube:17", REDUCE, "sbt" },
		{ "star:8", BROADCAST, "mst" },
		{ "cube:15", SCATTER, "sbt" },
		{ "cube:17", ALLGATHER, "sbt" },
		{ "cube:15", ALLTOALL, "sbt" },
		{ "cube:17", BARRIER, "sbt" },
		{ "gh:24x24", BROADCAST, "nrsbt+nrsbt" },
		{ "gh:24x24", REDUCE, "nrsbt+nrsbt" },
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct problem problem =
			problem_named(cases[i].network, cases[i].collective, cases[i].algorithm);
		double said = memory_need_bytes(&problem) / 0x1p20, took = memory_of(&problem);

		if (said > took + 2 || said < took / 6 - 1)
			fail_msg("%s %s on %s: %.1f MiB are said, it took %.0f",
				collective_name(problem.collective), problem.algorithm,
				problem.net.name, said, took);
	}
}

/* ---- Refusals ---- */

/* Leaves this process that many bytes more, in which the problem's plan does not fit. */
static void refused_within(size_t bytes, const struct problem *problem, const char *advice)
{
	struct rlimit before, little;
	struct plan *plan;
	int error;

	assert_int_equal(getrlimit(RLIMIT_DATA, &before), 0);
	little = before;
	little.rlim_cur = bytes;
	assert_int_equal(setrlimit(RLIMIT_DATA, &little), 0);
	error = collective_plan(&plan, problem);
	assert_int_equal(setrlimit(RLIMIT_DATA, &before), 0);
	assert_int_equal(error, -ENOMEM);
	MUST(!strstr(why_text(), "MiB of memory") || !strstr(why_text(), advice));
}

TEST("what is too large is refused, with the largest network that fits")
{
	struct problem cube = problem_named("cube:26", BROADCAST, "nesbt");
	struct problem path = problem_named("cube:22", SCATTER, "brg");
	struct problem all = problem_named("gh:9000000", ALLTOALL, "bfs");

	refused_within((size_t)1 << 30, &cube, "the largest that fits is cube:20");
	refused_within((size_t)1 << 30, &path, "the largest that fits is cube:13");
	refused_within((size_t)256 << 20, &all, "the largest that fits is gh:");
}

/* A plan along 2^17 nodes in a room for it. */
TEST("what fits is made")
{
	struct problem problem = problem_named("cube:17", BROADCAST, "sbt");
	AUTO(plan) plan = plan_of(&problem);

	assert_non_null(plan);
}

BEFORE_TESTS
{
	if (SANITIZED)
		skip_tests("a sanitizer takes memory of its own");
}
