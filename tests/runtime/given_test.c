/* Whose cpus a team gets: those of all threads of the process, of GNU OpenMP's places, of
 * likwid-pin's list. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>
#include "tests/teams.h"
#include "grove_measure.h"
#include "runtime/machine/cpus.h"

static int first, second; /* two cpus of this process, in the order in which a team takes them */

static void bind(int cpu, int other)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	CPU_SET(other, &set);
	sched_setaffinity(0, sizeof set, &set);
}

/* A team with a node for each of two threads: where they are, and how many threads are made of
 * more. */
static bool team_is(int cpu, int other, int cores)
{
	struct grove_team *two, *more;
	bool good;

	if (grove_team_open(&two,
		    &(struct grove_team_options){
			    .network = "cube:1", .threads = GROVE_NODES, .caller_waits = 1 }) ||
		grove_team_open(&more, &(struct grove_team_options){ .network = "cube:3" }))
		return false;
	good = grove_team_pinned(two, 0) == cpu && grove_team_pinned(two, 1) == other &&
	       grove_team_threads(more) == cores;
	if (!good)
		fprintf(stderr, "cpus %d and %d, %d threads\n", grove_team_pinned(two, 0),
			grove_team_pinned(two, 1), grove_team_threads(more));
	grove_team_free(two);
	grove_team_free(more);
	return good;
}

/* In a process of its own, since masks and variables stay. */
static void in_child(bool (*body)(void))
{
	pid_t child = fork();
	int status;

	if (!child)
		_exit(body() ? 0 : 1);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
}

#define CHILD_TEST(sentence) TEST_CALLED(bool, body, sentence, in_child(body), __LINE__, void)

BEFORE_TESTS
{
	AUTO(grove_team) team = NULL;

	if (cores_usable() != 2)
		skip_tests("needs two usable cpus");
	unsetenv("LIKWID_PIN");
	team = OPEN_TEAM(.network = "cube:1", .caller_waits = 1);
	first = grove_team_pinned(team, 0);
	second = grove_team_pinned(team, 1);
}

/* ---- Threads ---- */

static bool good;

static void *narrow(void *argument)
{
	bind(first, first);
	good = team_is(first, second, 2);
	return argument;
}

static void *wide(void *argument)
{
	bind(first, second);
	good = team_is(first, second, 2);
	return argument;
}

CHILD_TEST("threads are counted by the cpus of the process")
{
	pthread_t thread;

	pthread_create(&thread, NULL, narrow, NULL);
	pthread_join(thread, NULL);
	if (!good)
		return false;
	bind(first, first);
	pthread_create(&thread, NULL, wide, NULL);
	pthread_join(thread, NULL);
	return good && team_is(first, first, 1);
}

/* ---- Others ---- */

static bool likwid_pins(void)
{
	char list[64];

	/* As `likwid-pin -c second,first` leaves it: the first thread's cpu is the last one. */
	snprintf(list, sizeof list, "%d,%d", first, second);
	setenv("LIKWID_PIN", list, 1);
	bind(second, second);
	return team_is(second, first, 2);
}

static bool likwid_is_not_understood(void)
{
	setenv("LIKWID_PIN", "S0:all", 1);
	return team_is(first, second, 2);
}

/* A list for another machine, or for more cpus than a container has. */
static bool likwid_pins_to_cpus_that_are_not_there(void)
{
	setenv("LIKWID_PIN", "0-63", 1);
	return cores_usable() == 2;
}

/* Loading GNU OpenMP is what a program that is linked with it does before main. */
CHILD_TEST("the places of OpenMP are obeyed")
{
	cpu_set_t set;

	setenv("OMP_PROC_BIND", "true", 1);
	if (!dlopen("libgomp.so.1", RTLD_NOW | RTLD_GLOBAL))
		return true;
	CPU_ZERO(&set);
	sched_getaffinity(0, sizeof set, &set);
	if (CPU_COUNT(&set) != 1) {
		fprintf(stderr, "GNU OpenMP has not bound the first thread\n");
		return false;
	}
	return team_is(first, second, 2);
}

TEST("the pins of likwid are obeyed")
{
	in_child(likwid_pins);
	in_child(likwid_is_not_understood);
	in_child(likwid_pins_to_cpus_that_are_not_there);
}
