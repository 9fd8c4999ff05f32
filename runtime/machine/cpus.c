/* Reads from the kernel the cpus of this machine and of this process. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "base/cgroup.h"
#include "base/error.h"
#include "runtime/machine/given_cpus.h"
#include "runtime/machine/process.h"
#include "runtime/machine/sysfs.h"

/* No library reads the machine here. When memory is short, libraries that could do so end the
 * process or use invalid memory, and the process is the caller's. */

/* ---- The usable cpus ---- */

/* A name in /proc/self/task is the number of a thread. The set is larger than the kernel's set, and
 * the kernel writes only as many bytes as its own set has. */
static void add_thread(struct cpu_set *set, const char *name)
{
	struct cpu_set own = { { 0 } };
	pid_t thread = (pid_t)atoi(name);

	if (thread > 0 && sched_getaffinity(thread, sizeof own, (cpu_set_t *)(void *)&own) == 0)
		for (size_t i = 0; i < sizeof own.word / sizeof own.word[0]; i++)
			set->word[i] |= own.word[i];
}

/* An entry of a folder in the kernel's format; opendir would allocate memory. */
struct entry {
	uint64_t inode;
	int64_t offset;
	unsigned short length;
	unsigned char type;
	char name[];
};

/* Collects the cpus that any thread of the process may use. The system has no mask for a
 * process. */
static void process_cpus(struct cpu_set *set)
{
	_Alignas(struct entry) char entries[4096];
	int tasks = open("/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	char own[16];
	long got;

	*set = (struct cpu_set){ { 0 } };
	while (tasks >= 0 && (got = syscall(SYS_getdents64, tasks, entries, sizeof entries)) > 0)
		for (long at = 0; at < got;) {
			struct entry *entry = (struct entry *)(void *)(entries + at);

			add_thread(set, entry->name);
			at += entry->length;
		}
	if (tasks >= 0)
		close(tasks);
	snprintf(own, sizeof own, "%d", (int)getpid());
	add_thread(set, own);
	given_cpus_add(set);
}

const struct cpu *cpu_numbered(const struct cpus *cpus, int number)
{
	for (int i = 0; i < cpus->count; i++)
		if (cpus->cpu[i].number == number)
			return &cpus->cpu[i];
	return NULL;
}

void cpus_use(struct cpus *cpus, const struct cpu_set *usable)
{
	cpus->usable = 0;
	for (int i = 0, sibling = 0; i < cpus->count; i++) {
		struct cpu *cpu = &cpus->cpu[i];

		if (!i || cpu->domain[DOMAIN_CORE] != cpu[-1].domain[DOMAIN_CORE])
			sibling = 0;
		cpu->usable = cpu_set_has(usable, cpu->number);
		cpu->sibling = sibling;
		sibling += cpu->usable;
		cpus->usable += cpu->usable;
	}
}

/* ---- The machine ---- */

/* Cpus that a control group keeps from this process are left out, as if they did not exist. */
static void find_allowed(struct cpu_set *allowed)
{
	char list[CPUS_LIST];
	bool limited = cgroup_cpuset(list, sizeof list);

	memset(allowed, limited ? 0 : 0xff, sizeof *allowed);
	if (limited)
		cpu_set_list(allowed, list);
}

static int read_once(struct cpus *cpus)
{
	struct cpu_set allowed;

	find_allowed(&allowed);
	return machine_read(cpus, "", &allowed);
}

/* The machine is hundreds of files, which are read once. The cpus that the process may use can
 * change at any time (taskset) and are read anew each time. */
const struct cpus *cpus_machine(void)
{
	static struct cpus machine;
	int error = 0;

	process_lock(LOCK_CPUS);
	if (!machine.cpu)
		error = read_once(&machine);
	process_unlock(LOCK_CPUS);
	return error ? NULL : &machine;
}

int cpus_read(struct cpus *cpus)
{
	const struct cpus *machine = cpus_machine();
	struct cpu_set usable;

	if (!machine)
		return -ENOMEM;
	*cpus = *machine;
	cpus->cpu = malloc(((size_t)cpus->count + 1) * sizeof *cpus->cpu);
	if (!cpus->cpu)
		return why(ENOMEM, "no memory for a list of %d cpus", cpus->count);
	memcpy(cpus->cpu, machine->cpu, (size_t)cpus->count * sizeof *cpus->cpu);
	process_cpus(&usable);
	cpus_use(cpus, &usable);
	return 0;
}

void cpus_free(struct cpus *cpus)
{
	free(cpus->cpu);
	cpus->cpu = NULL;
}

void cpus_key_of(char *key, size_t size, const struct cpus *cpus)
{
	static const char *const names[] = { [2] = "L2Cache", [3] = "L3Cache" };
	int length = snprintf(key, size, "%s; %d packages; %d cores; %d cpus",
		cpus->model[0] ? cpus->model : "unknown processor", cpus->domains[DOMAIN_SOCKET],
		cpus->domains[DOMAIN_CORE], cpus->count);

	for (int level = 2; level <= 3 && length < (int)size; level++) {
		int caches = cpus->domains[level == 3 ? DOMAIN_L3 : DOMAIN_L2];

		if (caches)
			length +=
				snprintf(key + length, size - (size_t)length, "; %d %s of %zu KiB",
					caches, names[level], cpus->level[level] >> 10);
	}
}

int cpus_key(char *key, size_t size)
{
	const struct cpus *machine = cpus_machine();

	if (!machine)
		return -ENOMEM;
	cpus_key_of(key, size, machine);
	return 0;
}

int cores_usable(void)
{
	struct cpu_set usable;
	double quota = cgroup_cpus();
	int cores = 0;

	process_cpus(&usable);
	for (size_t i = 0; i < sizeof usable.word / sizeof usable.word[0]; i++)
		cores += __builtin_popcountl(usable.word[i]);
	if (quota < cores)
		cores = (int)quota;
	return cores < 1 ? 1 : cores;
}
