/* Reads from the kernel the cpus of this machine and of this process. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <dlfcn.h>
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
#include "base/process.h"
#include "runtime/machine/sysfs.h"

/* No library reads the machine here. When memory is short, libraries that could do so end the
 * process or use invalid memory, and the process is the caller's. */

/* ---- The usable cpus ---- */

/* 0 is the calling thread. The set is larger than the kernel's set, and the kernel writes only as
 * many bytes as its own set has. */
static void add_thread(struct cpu_set *set, pid_t thread)
{
	struct cpu_set own = { { 0 } };

	if (sched_getaffinity(thread, sizeof own, (cpu_set_t *)(void *)&own) == 0)
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

/* Collects the cpus that any thread of the process may use. The system has no mask for a process. A
 * name in /proc/self/task is the number of a thread. */
static void masks_add(struct cpu_set *set)
{
	_Alignas(struct entry) char entries[4096];
	int tasks = open("/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	long got;

	while (tasks >= 0 && (got = syscall(SYS_getdents64, tasks, entries, sizeof entries)) > 0)
		for (long at = 0; at < got;) {
			struct entry *entry = (struct entry *)(void *)(entries + at);

			if (entry->name[0] != '.')
				add_thread(set, (pid_t)atoi(entry->name));
			at += entry->length;
		}
	if (tasks >= 0)
		close(tasks);
	else
		add_thread(set, 0);
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

/* ---- Cpus that other programs gave to this process ---- */

/* No thread's mask shows these cpus. GNU OpenMP binds the first thread before main when OMP_PLACES,
 * OMP_PROC_BIND or GOMP_CPU_AFFINITY is set, and likwid-pin binds the first thread before the
 * program begins; both then deal out all their cpus to threads. */

enum {
	PLACE = 1024 /* cpus of a place that are read */
};

/* The functions of OpenMP 4.5 are looked up in a runtime that the program brought, because grove
 * links no OpenMP. LLVM's runtime binds no thread before the first parallel region, but the first
 * of these calls would bind the thread, so LLVM's runtime is left alone. Objects and functions have
 * the same representation on every system with dlsym. */
static bool function_find(void *function, const char *name)
{
	*(void **)function = dlsym(RTLD_DEFAULT, name);
	return *(void **)function;
}

static void place_add(struct cpu_set *set, int number, int cpus, void (*cpus_of)(int, int *))
{
	int cpu[PLACE];

	if (cpus > PLACE)
		return;
	cpus_of(number, cpu);
	for (int i = 0; i < cpus; i++)
		cpu_set_add(set, cpu[i]);
}

static void places_add(struct cpu_set *set)
{
	int (*places)(void), (*size)(int);
	void (*cpus_of)(int, int *), (*llvm)(void);

	if (!getenv("OMP_PLACES") && !getenv("OMP_PROC_BIND") && !getenv("GOMP_CPU_AFFINITY"))
		return;
	if (function_find(&llvm, "__kmpc_fork_call") ||
		!function_find(&places, "omp_get_num_places") ||
		!function_find(&size, "omp_get_place_num_procs") ||
		!function_find(&cpus_of, "omp_get_place_proc_ids"))
		return;
	for (int i = 0; i < places(); i++)
		place_add(set, i, size(i), cpus_of);
}

/* ---- The machine ---- */

/* Cpus that a control group keeps from this process are left out, as if they did not exist. Where
 * the system's files are hidden, the cpus are those that the process may use. */
static void find_allowed(struct cpu_set *allowed)
{
	char list[CPUS_LIST];
	bool limited = cgroup_cpuset(list, sizeof list);
	bool hidden = !limited && access("/sys/devices/system/cpu/online", R_OK);

	memset(allowed, limited || hidden ? 0 : 0xff, sizeof *allowed);
	if (limited)
		cpu_set_list(allowed, list);
	if (hidden)
		masks_add(allowed);
}

static struct cpus *read_machine(void)
{
	struct cpus *machine = malloc(sizeof *machine);
	struct cpu_set allowed;

	if (!machine) {
		why(ENOMEM, "no memory to describe the cpus");
		return NULL;
	}
	find_allowed(&allowed);
	if (!machine_read(machine, "", &allowed))
		return machine;
	free(machine);
	return NULL;
}

/* Returns how many cpus of the machine are in the set. */
static size_t cpus_in(const struct cpu_set *set, const struct cpus *machine)
{
	size_t there = 0;

	for (int i = 0; i < machine->count; i++)
		there += cpu_set_has(set, machine->cpu[i].number);
	return there;
}

static bool machine_lacks(const struct cpus *machine, const struct cpu_set *masks)
{
	size_t there = cpus_in(masks, machine), all = 0;

	for (size_t i = 0; i < sizeof masks->word / sizeof masks->word[0]; i++)
		all += (size_t)__builtin_popcountl(masks->word[i]);
	return there < all;
}

/* The machine is hundreds of files, which are read once, and again when the process may use a cpu
 * that was not there: its control group has got more cpus, or a cpu has come online. What others
 * know of the machine stays where it is. With NULL nobody looks for such a cpu. */
static const struct cpus *machine_now(const struct cpu_set *masks)
{
	static struct cpus *machine;
	static struct cpu_set seen; /* masks for which the machine was read again */
	struct cpus *newer;

	process_lock(LOCK_CPUS);
	if (!machine || (masks && machine_lacks(machine, masks) &&
				memcmp(&seen, masks, sizeof seen) != 0)) {
		newer = read_machine();
		if (newer) {
			machine = newer;
			seen = masks ? *masks : seen;
		}
	}
	newer = machine;
	process_unlock(LOCK_CPUS);
	return newer;
}

const struct cpus *cpus_machine(void)
{
	return machine_now(NULL);
}

const struct cpus *cpus_machine_anew(void)
{
	struct cpu_set masks = { { 0 } };

	masks_add(&masks);
	return machine_now(&masks);
}

/* Adds the cpus that other programs gave to this process, if the machine has them. */
static void given_add(struct cpu_set *set, const struct cpus *machine)
{
	const char *pins = getenv("LIKWID_PIN");
	struct cpu_set given = { { 0 } };

	places_add(&given);
	if (pins)
		cpu_set_list(&given, pins);
	for (int i = 0; machine && i < machine->count; i++)
		if (cpu_set_has(&given, machine->cpu[i].number))
			cpu_set_add(set, machine->cpu[i].number);
}

/* Finds this machine, and the cpus that the process may use now. These can change at any time
 * (taskset), and are read again each time. Other threads can add nothing to a mask that has the
 * whole machine. Returns NULL with why when there is no memory. */
static const struct cpus *machine_usable(struct cpu_set *usable)
{
	const struct cpus *machine;

	*usable = (struct cpu_set){ { 0 } };
	add_thread(usable, 0);
	machine = machine_now(usable);
	if (!machine || cpus_in(usable, machine) < (size_t)machine->count) {
		masks_add(usable);
		machine = machine_now(usable);
	}
	given_add(usable, machine);
	return machine;
}

/* Cpus of which the system's files say nothing run threads as well. */
static int threads_of(const struct cpu_set *usable)
{
	double quota = cgroup_cpus_once();
	int cpus = 0;

	for (size_t i = 0; i < sizeof usable->word / sizeof usable->word[0]; i++)
		cpus += __builtin_popcountl(usable->word[i]);
	if (quota < cpus)
		cpus = (int)quota;
	return cpus < 1 ? 1 : cpus;
}

int cpus_read(struct cpus *cpus)
{
	struct cpu_set usable;
	const struct cpus *machine = machine_usable(&usable);

	if (!machine)
		return -ENOMEM;
	*cpus = *machine;
	cpus->cpu = malloc(((size_t)cpus->count + 1) * sizeof *cpus->cpu);
	if (!cpus->cpu)
		return why(ENOMEM, "no memory for a list of %d cpus", cpus->count);
	memcpy(cpus->cpu, machine->cpu, (size_t)cpus->count * sizeof *cpus->cpu);
	cpus_use(cpus, &usable);
	cpus->threads = threads_of(&usable);
	return 0;
}

void cpus_free(struct cpus *cpus)
{
	free(cpus->cpu);
	cpus->cpu = NULL;
}

void cpus_key_of(char *key, size_t size, const struct cpus *cpus, const char *model)
{
	static const char *const names[] = { [2] = "L2Cache", [3] = "L3Cache" };
	int length = snprintf(key, size, "%s; %d packages; %d cores; %d cpus",
		model[0] ? model : "unknown processor", cpus->domains[DOMAIN_SOCKET],
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
	char model[CPUS_MODEL];

	if (!machine)
		return -ENOMEM;
	model_read(model, "");
	cpus_key_of(key, size, machine, model);
	return 0;
}

int cores_usable(void)
{
	struct cpu_set usable;

	machine_usable(&usable);
	return threads_of(&usable);
}
