/* Tests of teams side by side: the threads of a second team take cpus that the first one left. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <sys/wait.h>
#include <unistd.h>
#include "tests/teams.h"
#include "grove_measure.h"
#include "include/grove.h"
#include "runtime/machine/cpu_loads.h"
#include "tests/machine_help.h"
#include "tests/sanitized.h"
#include "tests/temporary.h"

enum {
	TEXT = 256,
	THREADS = 16
};

static const char two_sockets[] = "pack:2 [numa] l2:2 core:1 pu:2(indexes=0,4,1,5,2,6,3,7)";

/* The machine of a test, and the cpus that its teams have taken. */
static hwloc_topology_t topology;
static struct cpus cpus;
static struct {
	int cpu[THREADS], threads;
} team[8];
static int teams;

static void machine_open(const char *text, const char *allowed)
{
	topology = machine_synthetic(text);
	machine_cpus(&cpus, topology, allowed);
	teams = 0;
}

static void team_leaves(int number)
{
	for (int t = 0; t < team[number].threads; t++)
		cpu_loads_return(team[number].cpu[t]);
	team[number].threads = 0;
}

static void machine_close(void)
{
	for (int t = 0; t < teams; t++)
		team_leaves(t);
	cpus_free(&cpus);
	hwloc_topology_destroy(topology);
}

/* The cpus of another team, "0,1". */
static const char *another(const char *pin, int threads)
{
	static char list[TEXT];
	struct pins pins;
	int length = 0;

	assert_int_equal(pins_read(&pins, &cpus, pin), 0);
	team[teams].threads = threads;
	assert_int_equal(cpu_loads_take(team[teams].cpu, threads, &pins, &cpus), 0);
	list[0] = '\0';
	for (int t = 0; t < threads; t++)
		length += snprintf(list + length, sizeof list - (size_t)length, "%s%d",
			t ? "," : "", team[teams].cpu[t]);
	teams++;
	pins_free(&pins);
	return list;
}

TEST("teams take cores that are free")
{
	machine_open(two_sockets, "0-7");
	assert_string_equal(another(NULL, 2), "0,1");
	assert_string_equal(another("auto", 2), "2,3");
	assert_string_equal(another(NULL, 3), "4,5,6");
	assert_string_equal(another(NULL, 3), "7,0,1");
	team_leaves(1);
	assert_string_equal(another(NULL, 2), "2,3");
	machine_close();
}

TEST("a free core goes before a free sibling")
{
	machine_open("core:3 pu:2", "0-5");
	assert_string_equal(another("1", 1), "1");
	assert_string_equal(another(NULL, 2), "2,4");
	assert_string_equal(another(NULL, 4), "0,3,5,2");
	machine_close();
	machine_open("core:3 pu:2", "1-5");
	assert_string_equal(another("none", 2), "-1,-1");
	assert_string_equal(another(NULL, 3), "1,2,4");
	machine_close();
}

TEST("threads of a team share no cpu however busy others are")
{
	machine_open("core:2 pu:1", "0-1");
	for (int t = 0; t < 3; t++)
		assert_string_equal(another("0", 1), "0");
	assert_string_equal(another(NULL, 2), "1,0");
	assert_string_equal(another(NULL, 4), "1,0,1,0");
	machine_close();
}

TEST("a single team has the order of the list")
{
	machine_open(two_sockets, "0-7");
	assert_string_equal(another(NULL, 10), "0,1,2,3,4,5,6,7,0,1");
	machine_close();
	machine_open(two_sockets, "0-1");
	assert_string_equal(another(NULL, 5), "0,1,0,1,0");
	machine_close();
}

TEST("a list of the application is kept")
{
	machine_open(two_sockets, "0-7");
	assert_string_equal(another("1,0", 2), "1,0");
	assert_string_equal(another("1,0", 3), "1,0,1");
	assert_string_equal(another("S0:0-1", 2), "0,1");
	assert_string_equal(another(NULL, 2), "2,3");
	machine_close();
}

TEST("lists of likwid keep their order")
{
	machine_open(two_sockets, "0-7");
	setenv("LIKWID_PIN", "4,1,5,0", 1);
	assert_string_equal(another(NULL, 2), "0,4");
	assert_string_equal(another(NULL, 3), "1,5,0");
	unsetenv("LIKWID_PIN");
	machine_close();
}

/* ---- The real machine ---- */

static struct grove_team *open_one(void)
{
	struct grove_team *opened = OPEN_TEAM(.network = "cube:1", .threads = 1);

	return opened;
}

TEST("open teams are on different cpus")
{
	AUTO(grove_team) two = open_one(), *three = NULL;
	struct grove_team *one = open_one();
	int a = grove_team_pinned(one, 0), b = grove_team_pinned(two, 0);

	assert_int_equal(a != b, cores_usable() > 1 && a >= 0);
	assert_int_equal(grove_team_free(one), 0);
	three = open_one();
	assert_int_equal(grove_team_pinned(three, 0), a);
}

static int child_of(struct grove_team *one, int a)
{
	struct grove_team *two = open_one();
	int same = grove_team_pinned(two, 0) == a;

	/* The parent's team is none of the child's threads. */
	grove_team_free(one);
	grove_team_free(two);
	two = open_one();
	same = same && grove_team_pinned(two, 0) == a;
	return same && grove_team_free(two) == 0;
}

TEST("processes know nothing of each other")
{
	AUTO(grove_team) one = open_one();
	int a = grove_team_pinned(one, 0), status;
	pid_t child;

	if (SANITIZED_THREAD) {
		assert_int_equal(grove_team_free(one), 0);
		skip(); /* its child may not start threads */
	}
	fflush(NULL);
	child = fork();
	if (child == 0)
		_exit(child_of(one, a) ? 0 : 1);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
}
