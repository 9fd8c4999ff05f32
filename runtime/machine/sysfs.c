/* Reads the places of a machine's cpus from the kernel's files. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/small_file.h"
#include "base/error.h"
#include "runtime/machine/sysfs.h"

/* For each cpu the kernel lists the cpus on the same core, with the same caches, on the same die
 * and in the same package. The first number of such a list identifies the part of the machine. Cpus
 * sorted by parts, from the outermost to the innermost, are in compact order.
 * Documentation/ABI/stable/sysfs-devices-system-cpu. */

enum {
	PATH = 512,
	INDEXES = 16, /* of a cpu's caches */
	BEYOND = 2,   /* where the first level mostly ends */
	NODES = 1 << 10
};

/* ---- Files ---- */

static int __attribute__((format(printf, 4, 5)))
line_read(char *text, size_t size, const char *root, const char *format, ...)
{
	char path[PATH];
	int length = snprintf(path, sizeof path, "%s", root);
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(path + length, sizeof path - (size_t)length, format, arguments);
	va_end(arguments);
	return small_file_line(text, size, path);
}

void cpu_set_list(struct cpu_set *set, const char *list)
{
	char *end;

	for (long first, last; *list && *list != '\n'; list = end + (*end == ',')) {
		first = last = strtol(list, &end, 10);
		if (*end == '-')
			last = strtol(end + 1, &end, 10);
		if (end == list || first < 0 || last < first ||
			(*end && *end != ',' && *end != '\n'))
			return;
		for (long number = first; number <= last && number < CPUS_MOST; number++)
			cpu_set_add(set, (int)number);
	}
}

/* ---- A single cpu ---- */

/* Returns a size such as "48K" in bytes. */
static size_t bytes_of(const char *text)
{
	char *unit;
	size_t number = strtoul(text, &unit, 10);

	return *unit == 'K' ? number << 10 : *unit == 'M' ? number << 20 : number;
}

/* Notes a part of the machine in all cpus that share the part. */
static void part_note(struct cpus *cpus, enum domain kind, const char *list)
{
	struct cpu_set members = { { 0 } };
	int first = atoi(list);

	cpu_set_list(&members, list);
	for (int i = 0; i < cpus->count; i++)
		if (cpu_set_has(&members, cpus->cpu[i].number))
			cpus->cpu[i].domain[kind] = first;
}

/* Reads a part that is not known from another cpu yet, from the first of these two files that
 * exists. */
static void part_read(struct cpus *cpus, const struct cpu *cpu, enum domain kind, const char *root,
	const char *const files[2])
{
	char list[CPUS_LIST];

	for (int i = 0; i < 2 && cpu->domain[kind] < 0; i++)
		if (line_read(list, sizeof list, root, "/sys/devices/system/cpu/cpu%d/topology/%s",
			    cpu->number, files[i]) > 0)
			part_note(cpus, kind, list);
}

/* Reads a line about a cache of a cpu. Returns false if the file is empty or missing. */
static bool cache_line(
	char text[CPUS_LIST], const struct cpu *cpu, const char *root, int index, const char *file)
{
	return line_read(text, CPUS_LIST, root, "/sys/devices/system/cpu/cpu%d/cache/index%d/%s",
		       cpu->number, index, file) > 0;
}

/* Reads a cache beyond the first level, if it is not known from another cpu. Returns false if there
 * is no cache of that index. */
static bool cache_read(struct cpus *cpus, const struct cpu *cpu, const char *root, int index)
{
	char text[CPUS_LIST];
	enum domain kind;
	int level;

	if (!cache_line(text, cpu, root, index, "level"))
		return false;
	level = atoi(text);
	kind = level == 3 ? DOMAIN_L3 : DOMAIN_L2;
	if (level <= 1 || level >= CACHE_LEVELS || (cpus->level[level] && cpu->domain[kind] >= 0))
		return true;
	if (!cpus->level[level] && cache_line(text, cpu, root, index, "size"))
		cpus->level[level] = bytes_of(text);
	if (cache_line(text, cpu, root, index, "shared_cpu_list"))
		part_note(cpus, kind, text);
	return true;
}

static void caches_read(
	struct cpus *cpus, const struct cpu *cpu, const char *root, int index, int end)
{
	while (index < end && (cpu->domain[DOMAIN_L2] < 0 || cpu->domain[DOMAIN_L3] < 0) &&
		cache_read(cpus, cpu, root, index))
		index++;
}

/* A cache of instructions alone is of the first level. */
size_t cache_first_level(const struct cpus *cpus, const char *root)
{
	char text[CPUS_LIST];

	for (int index = 0; index < INDEXES && cpus->count; index++) {
		if (!cache_line(text, cpus->cpu, root, index, "level"))
			break;
		if (atoi(text) == 1 && cache_line(text, cpus->cpu, root, index, "type") &&
			strcmp(text, "Instruction") != 0 &&
			cache_line(text, cpus->cpu, root, index, "size"))
			return bytes_of(text);
	}
	return 0;
}

/* A cpu of which nothing is known yet. */
static struct cpu new_cpu(int number)
{
	struct cpu cpu = { .number = number };

	cpu.domain[DOMAIN_SOCKET] = cpu.domain[DOMAIN_DIE] = cpu.domain[DOMAIN_CORE] = -1;
	cpu.domain[DOMAIN_L3] = cpu.domain[DOMAIN_L2] = -1;
	return cpu;
}

/* Reads the parts of the machine to which a cpu belongs. A large machine has thousands of files,
 * so what is known from another cpu of the same part is not read again, and caches are looked for
 * first where the second level mostly is. */
static void cpu_read(struct cpus *cpus, struct cpu *cpu, const char *root)
{
	static const char *const socket[] = { "package_cpus_list", "core_siblings_list" };
	static const char *const core[] = { "core_cpus_list", "thread_siblings_list" };
	static const char *const die[] = { "die_cpus_list", "package_cpus_list" };

	part_read(cpus, cpu, DOMAIN_SOCKET, root, socket);
	part_read(cpus, cpu, DOMAIN_CORE, root, core);
	part_read(cpus, cpu, DOMAIN_DIE, root, die);
	if (cpu->domain[DOMAIN_SOCKET] < 0)
		cpu->domain[DOMAIN_SOCKET] = 0;
	if (cpu->domain[DOMAIN_DIE] < 0)
		cpu->domain[DOMAIN_DIE] = cpu->domain[DOMAIN_SOCKET];
	if (cpu->domain[DOMAIN_CORE] < 0) {
		cpu->domain[DOMAIN_CORE] = cpu->number;
		cpus->hidden = true;
	}
	caches_read(cpus, cpu, root, BEYOND, INDEXES);
	caches_read(cpus, cpu, root, 0, BEYOND);
}

static void memories_read(struct cpus *cpus, const char *root)
{
	char text[CPUS_LIST];
	struct cpu_set nodes = { { 0 } };

	if (line_read(text, sizeof text, root, "/sys/devices/system/node/online") > 0)
		cpu_set_list(&nodes, text);
	if (cpu_set_next(&nodes, cpu_set_next(&nodes, 0) + 1) >= NODES)
		return; /* a single memory is near all cpus */
	for (int node = 0; (node = cpu_set_next(&nodes, node)) < NODES; node++) {
		struct cpu_set near = { { 0 } };

		if (line_read(text, sizeof text, root, "/sys/devices/system/node/node%d/cpulist",
			    node) > 0)
			cpu_set_list(&near, text);
		for (int i = 0; i < cpus->count; i++)
			if (cpu_set_has(&near, cpus->cpu[i].number))
				cpus->cpu[i].domain[DOMAIN_MEMORY] = node;
	}
}

/* The kernel writes the name after a word that depends on the architecture, or not at all, and
 * takes its time for each cpu that is read. */
void model_read(char model[CPUS_MODEL], const char *root)
{
	static const char *const words[] = { "model name", "cpu model", "cpu\t" };
	char text[PATH], path[PATH];
	const char *line = text, *name;

	snprintf(path, sizeof path, "%s/proc/cpuinfo", root);
	small_file_read(text, sizeof text, path);
	model[0] = '\0';
	for (size_t i = 0; i < sizeof words / sizeof words[0] && !model[0]; i++) {
		line = strstr(text, words[i]);
		name = line ? strchr(line, ':') : NULL;
		if (name) {
			name += 1 + strspn(name + 1, " \t");
			snprintf(model, CPUS_MODEL, "%.*s", (int)strcspn(name, "\n"), name);
		}
	}
}

/* ---- All ---- */

/* A cpu without a cache of some level is a part of its own at that level. */
static int part_of(const struct cpu *cpu, enum domain kind)
{
	while (cpu->domain[kind] < 0 && kind < DOMAIN_CORE)
		kind++;
	return cpu->domain[kind];
}

static int compare_cpus(const void *a, const void *b)
{
	static const enum domain order[] = { DOMAIN_SOCKET, DOMAIN_DIE, DOMAIN_L3, DOMAIN_L2,
		DOMAIN_CORE };
	const struct cpu *x = a, *y = b;

	for (size_t i = 0; i < sizeof order / sizeof order[0]; i++)
		if (part_of(x, order[i]) != part_of(y, order[i]))
			return part_of(x, order[i]) < part_of(y, order[i]) ? -1 : 1;
	return x->number - y->number;
}

/* Up to here a part is known by the number of its first cpu. Numbers the parts of a kind 0, 1, ...
 * instead. */
static void number_parts(struct cpus *cpus, enum domain kind, int *part)
{
	for (int i = 0; i < cpus->count; i++) {
		struct cpu *cpu = &cpus->cpu[i];
		int before = i - 1;

		part[i] = cpu->domain[kind];
		while (before >= 0 && part[before] != part[i])
			before--;
		if (part[i] >= 0)
			cpu->domain[kind] = before >= 0 ? cpus->cpu[before].domain[kind]
							: cpus->domains[kind]++;
	}
}

static void find_caches(struct cpus *cpus)
{
	enum domain last = cpus->domains[DOMAIN_L3]   ? DOMAIN_L3
			   : cpus->domains[DOMAIN_L2] ? DOMAIN_L2
						      : DOMAIN_SOCKET;
	int cores = 0, core = -1;

	cpus->cache = cpus->level[last == DOMAIN_L3 ? 3 : last == DOMAIN_L2 ? 2 : 0];
	cpus->domains[DOMAIN_CACHE] = cpus->domains[last];
	for (int i = 0; i < cpus->count; i++) {
		struct cpu *cpu = &cpus->cpu[i];

		cpu->domain[DOMAIN_CACHE] = cpu->domain[last] < 0 ? 0 : cpu->domain[last];
		if (cpu->domain[DOMAIN_L2] == 0 && cpu->domain[DOMAIN_CORE] != core) {
			core = cpu->domain[DOMAIN_CORE];
			cores++;
		}
	}
	cpus->own_cache = cores ? cpus->level[2] / (size_t)cores : 0;
}

static int sort_cpus(struct cpus *cpus)
{
	int *part = malloc(((size_t)cpus->count + 1) * sizeof *part);

	if (!part)
		return why(ENOMEM, "no memory to sort %d cpus", cpus->count);
	qsort(cpus->cpu, (size_t)cpus->count, sizeof *cpus->cpu, compare_cpus);
	for (enum domain kind = 0; kind < DOMAINS; kind++)
		number_parts(cpus, kind, part);
	free(part);
	cpus->dies = cpus->domains[DOMAIN_DIE] > cpus->domains[DOMAIN_SOCKET];
	find_caches(cpus);
	return 0;
}

/* Finds the cpus that are online and allowed. Returns their number. */
static size_t find_cpus(struct cpu_set *there, const char *root, const struct cpu_set *allowed)
{
	char text[CPUS_LIST];
	size_t count = 0;

	*there = (struct cpu_set){ { 0 } };
	if (line_read(text, sizeof text, root, "/sys/devices/system/cpu/online") > 0)
		cpu_set_list(there, text);
	else
		*there = *allowed;
	for (size_t i = 0; i < sizeof there->word / sizeof there->word[0]; i++) {
		there->word[i] &= allowed->word[i];
		count += (size_t)__builtin_popcountl(there->word[i]);
	}
	return count;
}

int machine_read(struct cpus *cpus, const char *root, const struct cpu_set *allowed)
{
	struct cpu_set there;
	size_t count = find_cpus(&there, root, allowed);
	int error;

	*cpus = (struct cpus){ 0 };
	cpus->cpu = calloc(count + 1, sizeof *cpus->cpu);
	if (!cpus->cpu)
		return why(ENOMEM, "no memory for a list of %zu cpus", count);
	for (int number = 0; (number = cpu_set_next(&there, number)) < CPUS_MOST; number++)
		cpus->cpu[cpus->count++] = new_cpu(number);
	for (int i = 0; i < cpus->count; i++)
		cpu_read(cpus, &cpus->cpu[i], root);
	memories_read(cpus, root);
	error = sort_cpus(cpus);
	if (error)
		cpus_free(cpus);
	return error;
}
