/* Tests of pinning: expressions on machines that hwloc makes up, quotas, and the real machine. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <sched.h>
#include <sys/stat.h>
#include <unistd.h>
#include "tests/test.h"
#include "base/cgroup.h"
#include "runtime/machine/pinning.h"
#include "tests/machine_help.h"
#include "tests/temporary.h"

enum {
	TEXT = 256
};

/* Two sockets with two cores of two threads each, counted as Linux does: 0 to 3 are the first
 * threads of the cores, 4 to 7 their siblings. Each socket has one memory; each core a cache. */
static const char two_sockets[] = "pack:2 [numa] l2:2 core:1 pu:2(indexes=0,4,1,5,2,6,3,7)";

/* The list that a text gives on a made-up machine, "0,1,2"; or what is wrong, after "-". */
static const char *pinned(const char *machine, const char *allowed, const char *text, int threads)
{
	static char list[TEXT];
	hwloc_topology_t topology = machine_synthetic(machine);
	struct cpus cpus;
	struct pins pins;
	int length = 0;

	machine_cpus(&cpus, topology, allowed);
	if (pins_read(&pins, &cpus, text))
		snprintf(list, sizeof list, "-%s", why_text());
	else {
		list[0] = '\0';
		for (int t = 0; t < (threads ? threads : pins.count); t++)
			length += snprintf(list + length, sizeof list - (size_t)length, "%s%d",
				t ? "," : "", pins.count ? pins.number[t % pins.count] : -1);
		pins_free(&pins);
	}
	cpus_free(&cpus);
	hwloc_topology_destroy(topology);
	return list;
}

TEST("auto takes distinct cores first in compact order")
{
	assert_string_equal(pinned(two_sockets, "0-7", NULL, 0), "0,1,2,3,4,5,6,7");
	assert_string_equal(pinned(two_sockets, "0-7", "auto", 2), "0,1");
	assert_string_equal(pinned("core:4 pu:2", "0-7", "auto", 0), "0,2,4,6,1,3,5,7");
}

TEST("auto keeps to the cpus that the process may use")
{
	assert_string_equal(pinned(two_sockets, "1,3,5", "auto", 0), "1,3,5");
	assert_string_equal(pinned(two_sockets, "4,6-7", "auto", 0), "4,6,7");
	assert_string_equal(pinned("core:4 pu:2", "3-7", "auto", 0), "3,4,6,5,7");
}

TEST("more threads than cpus go round")
{
	assert_string_equal(pinned(two_sockets, "0-7", "0,2", 5), "0,2,0,2,0");
	assert_string_equal(pinned(two_sockets, "0-1", "auto", 5), "0,1,0,1,0");
	assert_string_equal(pinned(two_sockets, "0-7", "none", 3), "-1,-1,-1");
}

TEST("lists name cpus as the system counts")
{
	assert_string_equal(pinned(two_sockets, "0-7", "0,2-5", 0), "0,2,3,4,5");
	assert_string_equal(pinned(two_sockets, "0-7", "7", 0), "7");
	assert_string_equal(pinned(two_sockets, "0-7", "3,1@6", 0), "3,1,6");
}

TEST("likwid expressions mean what likwid documents")
{
	static const char *const cases[][2] = {
		{ "N:0-1", "0,1" },
		{ "N:0-7", "0,1,2,3,4,5,6,7" },
		{ "S0:0-3", "0,1,4,5" },
		{ "S1:0-1", "2,3" },
		{ "S0:0-1@S1:0-1", "0,1,2,3" },
		{ "M1:0-3", "2,3,6,7" },
		{ "D1:0", "2" },
		{ "C0:0-1", "0,4" },
		{ "C3:1", "7" },
		{ "L:1,3", "1,3" },
		{ "L:S1:0-2", "2,3,6" },
		{ "E:N:4", "0,4,1,5" },
		{ "E:N:4:1:2", "0,1,2,3" },
		{ "E:S1:2:1:2", "2,3" },
		{ "E:N:4:2:4", "0,4,2,6" },
		{ "E:S0:6", "0,4,1,5,0,4" },
		{ "S:scatter", "0,2,1,3,4,6,5,7" },
		{ "M:scatter:3", "0,2,1" },
		{ "C:scatter:5", "0,1,2,3,4" },
		{ "N:scatter:2", "0,1" },
	};

	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
		assert_string_equal(pinned(two_sockets, "0-7", cases[i][0], 0), cases[i][1]);
}

TEST("likwid expressions count usable cpus alone")
{
	assert_string_equal(pinned(two_sockets, "1,4-7", "S0:0-2", 0), "4,1,5");
	assert_string_equal(pinned(two_sockets, "0,4,1,5", "L:1,3", 0), "1,5");
	assert_string_equal(pinned(two_sockets, "5-7", "E:N:2:1:2", 0), "5,7");
}

TEST("errors name the part that is wrong")
{
	static const char *const cases[][2] = {
		{ "8", "-pin '8': there is no cpu 8" },
		{ "0,5", "-pin '0,5': cpu 5 is not usable by this process" },
		{ "", "-pin '': '': write auto, none, 0,2-5, S0:0-3, E:N:4:1:2 or M:scatter" },
		{ "quick", "-pin 'quick': 'quick': write auto, none, 0,2-5, S0:0-3, E:N:4:1:2 or "
			   "M:scatter" },
		{ "3-1", "-pin '3-1': '3-1' is not a list of numbers: write 0,2-5" },
		{ "0,", "-pin '0,': '0,' is not a list of numbers: write 0,2-5" },
		{ "0-", "-pin '0-': '0-' is not a list of numbers: write 0,2-5" },
		{ "99999999999999999999", "-pin '99999999999999999999': '99999999999999999999' is "
					  "not a list of numbers: "
					  "write 0,2-5" },
		{ "0@", "-pin '0@': '': write auto, none, 0,2-5, S0:0-3, E:N:4:1:2 or M:scatter" },
		{ "S2:0", "-pin 'S2:0': there is no domain S2: S0 to S1" },
		{ "S:0", "-pin 'S:0': 'S' is not a domain: write N, S0, D0, C0 or M0" },
		{ "X0:0", "-pin 'X0:0': 'X0' is not a domain: write N, S0, D0, C0 or M0" },
		{ "N0:0", "-pin 'N0:0': 'N0' is not a domain: write N, S0, D0, C0 or M0" },
		{ "S0:0@S1:4", "-pin 'S0:0@S1:4': domain S1 has 0 usable cpus, there is none with "
			       "index 4" },
		{ "S0:x", "-pin 'S0:x': 'x' is not a list of numbers: write 0,2-5" },
		{ "E:N:0", "-pin 'E:N:0': 0 is out of range: 1 to 1048576" },
		{ "E:N:four", "-pin 'E:N:four': 'four' is not a whole number" },
		{ "E:N:4:1",
			"-pin 'E:N:4:1': 'E:N:4:1': write auto, none, 0,2-5, S0:0-3, E:N:4:1:2 or "
			"M:scatter" },
		{ "E:N:4:0:2", "-pin 'E:N:4:0:2': 0 is out of range: 1 to 1048576" },
		{ "E:S1:1", "-pin 'E:S1:1': domain S1 has no usable cpu" },
		{ "S0:scatter",
			"-pin 'S0:scatter': 'S0' is not a kind of domain: write N, S, D, C or M" },
		{ "M:scatter:4", "-pin 'M:scatter:4': 4 is out of range: 1 to 2" },
		{ "a:b:c:d:e:f",
			"-pin 'a:b:c:d:e:f': 'a:b:c:d:e:f': write auto, none, 0,2-5, S0:0-3, "
			"E:N:4:1:2 or M:scatter" },
	};

	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
		assert_string_equal(pinned(two_sockets, "0-1", cases[i][0], 0), cases[i][1]);
}

TEST("control groups of both versions are read")
{
	char folder[TEMPORARY_NAME], remove[TEMPORARY_NAME + 16];

	assert_non_null(mkdtemp(temporary_name(folder)));
	cgroup_root(folder, folder);
	assert_true(isinf(cgroup_cpus()));
	assert_true(cgroup_memory() == SIZE_MAX);
	machine_file(folder, "cgroup", "0::/a/b");
	machine_file(folder, "a/b/cpu.max", "max 100000");
	assert_true(isinf(cgroup_cpus()));
	machine_file(folder, "a/cpu.max", "150000 100000");
	assert_true(cgroup_cpus() == 1.5);
	machine_file(folder, "a/b/memory.max", "1048576");
	machine_file(folder, "a/memory.max", "max");
	assert_int_equal(cgroup_memory(), 1048576);
	machine_file(folder, "a/b/pids.max", "77");
	assert_int_equal(cgroup_pids(), 77);
	machine_file(folder, "cgroup", "3:cpuset:/x\n2:cpu,cpuacct:/y\n1:memory:/");
	machine_file(folder, "cpu,cpuacct/y/cpu.cfs_quota_us", "-1");
	machine_file(folder, "cpu,cpuacct/y/cpu.cfs_period_us", "100000");
	assert_true(isinf(cgroup_cpus()));
	machine_file(folder, "cpu,cpuacct/cpu.cfs_quota_us", "200000");
	machine_file(folder, "cpu,cpuacct/cpu.cfs_period_us", "100000");
	assert_true(cgroup_cpus() == 2);
	machine_file(folder, "memory/memory.limit_in_bytes", "4096");
	assert_int_equal(cgroup_memory(), 4096);
	cgroup_root("/proc/self", "/sys/fs/cgroup");
	snprintf(remove, sizeof remove, "rm -r %s", folder);
	assert_int_equal(system(remove), 0);
}

TEST("a quota makes fewer cores")
{
	char folder[] = "/tmp/grove-cgroup.XXXXXX", remove[TEXT];

	assert_non_null(mkdtemp(folder));
	machine_file(folder, "cgroup", "0::/");
	machine_file(folder, "cpu.max", "50000 100000");
	cgroup_root(folder, folder);
	assert_int_equal(cores_usable(), 1);
	cgroup_root("/proc/self", "/sys/fs/cgroup");
	snprintf(remove, sizeof remove, "rm -r %s", folder);
	assert_int_equal(system(remove), 0);
}

TEST("the real machine respects taskset")
{
	cpu_set_t before, one;
	struct cpus cpus;
	int first = 0;

	assert_int_equal(sched_getaffinity(0, sizeof before, &before), 0);
	while (!CPU_ISSET(first, &before))
		first++;
	CPU_ZERO(&one);
	CPU_SET(first, &one);
	assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
	assert_int_equal(cpus_read(&cpus), 0);
	assert_int_equal(cpus.usable, 1);
	assert_int_equal(cores_usable(), 1);
	cpus_free(&cpus);
	assert_int_equal(sched_setaffinity(0, sizeof before, &before), 0);
	assert_int_equal(cpus_read(&cpus), 0);
	assert_int_equal(cpus.usable, CPU_COUNT(&before));
	cpus_free(&cpus);
}
