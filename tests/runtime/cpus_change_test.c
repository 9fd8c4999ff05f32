/* The cpus of a process change or are hidden: a team takes those that the process may use when the
 * team is opened. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <fcntl.h>
#include <math.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/monotonic.h"
#include "tests/teams.h"
#include "grove_measure.h"
#include "tests/sanitized.h"

enum {
	CANNOT = 77, /* not allowed here */
	ROUNDS = 200,
	PATH_BYTES = 256
};

/* In a process of its own. Skips the test if the process may not do what the test needs. */
static void in_child(int (*body)(void))
{
	pid_t child;
	int status;

	if (SANITIZED_THREAD)
		skip(); /* the thread sanitizer starts no threads after a fork */
	child = fork();
	if (!child) {
		alarm(60);
		_exit(body());
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	if (WIFEXITED(status) && WEXITSTATUS(status) == CANNOT)
		skip();
	assert_int_equal(status, 0);
}

#define CHILD_TEST(sentence) TEST_CALLED(int, body, sentence, in_child(body), __LINE__, void)

static int usable_cpus(int first[2])
{
	cpu_set_t set;
	int count = 0;

	CPU_ZERO(&set);
	sched_getaffinity(0, sizeof set, &set);
	for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
		if (CPU_ISSET(cpu, &set) && count++ < 2)
			first[count - 1] = cpu;
	return count;
}

/* ---- A control group that grows ---- */

static bool put(const char *folder, const char *file, const char *text)
{
	char path[2 * PATH_BYTES];
	int descriptor;
	bool good;

	snprintf(path, sizeof path, "%s/%s", folder, file);
	descriptor = open(path, O_WRONLY);
	good = descriptor >= 0 && write(descriptor, text, strlen(text)) > 0;
	if (descriptor >= 0)
		close(descriptor);
	return good;
}

static const char *group_root(void)
{
	bool first = !access("/sys/fs/cgroup/cpuset/tasks", F_OK);

	if (!first)
		put("/sys/fs/cgroup", "cgroup.subtree_control", "+cpuset");
	return first ? "/sys/fs/cgroup/cpuset" : "/sys/fs/cgroup";
}

static const char *procs_file(const char *root)
{
	return strcmp(root, "/sys/fs/cgroup") != 0 ? "tasks" : "cgroup.procs";
}

/* Returns true if a team of two nodes has its threads on these cpus. */
static bool team_is_on(int cpu, int other)
{
	struct grove_team *team;
	bool good;

	if (grove_team_open(
		    &team, &(struct grove_team_options){
				   .network = "gh:2", .threads = GROVE_NODES, .caller_waits = 1 }))
		return false;
	good = (grove_team_pinned(team, 0) == cpu && grove_team_pinned(team, 1) == other) ||
	       (grove_team_pinned(team, 0) == other && grove_team_pinned(team, 1) == cpu);
	grove_team_free(team);
	return good;
}

static int grow_group(const char *folder, const char *procs, const int cpu[2])
{
	char one[16], both[32], self[16];
	struct grove_team *team;

	snprintf(one, sizeof one, "%d", cpu[0]);
	snprintf(both, sizeof both, "%d,%d", cpu[0], cpu[1]);
	snprintf(self, sizeof self, "%d", (int)getpid());
	put(folder, "cpuset.mems", "0");
	if (!put(folder, "cpuset.cpus", one) || !put(folder, procs, self))
		return CANNOT;
	if (!team_is_on(cpu[0], cpu[0]))
		return 1;
	if (!put(folder, "cpuset.cpus", both))
		return CANNOT;
	if (!team_is_on(cpu[0], cpu[1]))
		return 2;
	if (grove_team_open(&team, &(struct grove_team_options){ .network = "gh:2", .pin = both }))
		return 3;
	grove_team_free(team);
	return 0;
}

CHILD_TEST("a control group that grows is seen")
{
	const char *root = group_root();
	char folder[PATH_BYTES], self[16];
	int cpu[2], result;

	snprintf(folder, sizeof folder, "%s/grove-test-%d", root, (int)getpid());
	if (usable_cpus(cpu) < 2 || mkdir(folder, 0755))
		return CANNOT;
	result = grow_group(folder, procs_file(root), cpu);
	snprintf(self, sizeof self, "%d", (int)getpid());
	put(root, procs_file(root), self);
	rmdir(folder);
	return result;
}

/* ---- Hidden files ---- */

/* Returns the nodes of a team on this machine after the process has been put on these cpus. */
static int nodes_on(const cpu_set_t *set)
{
	struct grove_team *team;
	int nodes;

	if (sched_setaffinity(0, sizeof *set, set) ||
		grove_team_open(&team, &(struct grove_team_options){ .network = "machine" }))
		return -1;
	nodes = grove_team_nodes(team);
	grove_team_free(team);
	return nodes;
}

CHILD_TEST("without the systems files the machine is the usable cpus")
{
	cpu_set_t one, all;
	int cpu[2], cpus = usable_cpus(cpu);

	if (unshare(CLONE_NEWNS) || mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) ||
		mount("none", "/sys", "tmpfs", 0, NULL))
		return CANNOT;
	sched_getaffinity(0, sizeof all, &all);
	CPU_ZERO(&one);
	CPU_SET(cpu[0], &one);
	if (nodes_on(&one) != 1)
		return 1;
	return nodes_on(&all) == cpus ? 0 : 2;
}

/* ---- Two threads on one cpu ---- */

static int exchange(struct grove_node *me, void *unused)
{
	int x = 1, y;

	for (int i = 0; i < ROUNDS; i++)
		TRY(grove_allreduce(me, &x, &y, 1, GROVE_I32, GROVE_SUM));
	return 0;
}

static double exchange_seconds(struct grove_team *team)
{
	double begun = monotonic_seconds();

	assert_int_equal(grove_team_run(team, exchange, NULL), 0);
	return monotonic_seconds() - begun;
}

/* A thread that spins would keep the other thread from the cpu until the end of its time slice,
 * each time. Other work on that cpu may do the same now and then. */
TEST("threads that are pinned to one cpu give way")
{
	char pin[16];
	int cpu[2];

	usable_cpus(cpu);
	snprintf(pin, sizeof pin, "%d", cpu[0]);
	for (int spin = 0; spin < 2; spin++) {
		double least = INFINITY;
		AUTO(grove_team) team = OPEN_TEAM(.network = "gh:2", .threads = GROVE_NODES,
			.pin = pin, .wait = spin ? "spin" : "auto", .caller_waits = 1);

		for (int tries = 0; tries < 10 && least >= ROUNDS * 1e-3; tries++)
			least = fmin(least, exchange_seconds(team));
		assert_true(least < ROUNDS * 1e-3);
	}
}
