/* Machines for tests: those that hwloc makes up or reads, written as the kernel's files. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TESTS_MACHINE_HELP_H
#define TESTS_MACHINE_HELP_H

#include <hwloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "runtime/machine/sysfs.h"
#include "tests/temporary.h"

enum {
	MACHINE_PATH = 512,
	MACHINE_LIST = 4096
};

/* Writes a file with all folders of its name. */
static inline void machine_file(const char *folder, const char *name, const char *text)
{
	char path[2 * MACHINE_PATH];
	FILE *file;

	for (const char *slash = name; (slash = strchr(slash, '/')); slash++) {
		snprintf(path, sizeof path, "%s/%.*s", folder, (int)(slash - name), name);
		mkdir(path, 0777);
	}
	snprintf(path, sizeof path, "%s/%s", folder, name);
	file = fopen(path, "w");
	assert_non_null(file);
	fprintf(file, "%s\n", text);
	fclose(file);
}

static inline void machine_list(const char *folder, const char *name, hwloc_const_bitmap_t set)
{
	char list[MACHINE_LIST];

	hwloc_bitmap_list_snprintf(list, sizeof list, set);
	machine_file(folder, name, list);
}

/* The cpus of the nearest object of the type that holds the cpu, as a file. */
static inline void machine_part(
	const char *folder, hwloc_obj_t pu, hwloc_obj_type_t type, const char *file)
{
	hwloc_obj_t object = pu;
	char name[MACHINE_PATH];

	while (object && object->type != type)
		object = object->parent;
	snprintf(name, sizeof name, "sys/devices/system/cpu/cpu%u/topology/%s", pu->os_index, file);
	if (object)
		machine_list(folder, name, object->cpuset);
}

static inline void machine_caches(const char *folder, hwloc_obj_t pu)
{
	char base[MACHINE_PATH / 2], name[MACHINE_PATH], text[32];
	int index = 0;

	for (hwloc_obj_t object = pu; object; object = object->parent) {
		if (!hwloc_obj_type_is_dcache(object->type))
			continue;
		snprintf(base, sizeof base, "sys/devices/system/cpu/cpu%u/cache/index%d",
			pu->os_index, index++);
		snprintf(name, sizeof name, "%s/level", base);
		snprintf(text, sizeof text, "%u", object->attr->cache.depth);
		machine_file(folder, name, text);
		snprintf(name, sizeof name, "%s/type", base);
		machine_file(folder, name, object->attr->cache.depth > 1 ? "Unified" : "Data");
		snprintf(name, sizeof name, "%s/size", base);
		snprintf(text, sizeof text, "%lluK",
			(unsigned long long)object->attr->cache.size >> 10);
		machine_file(folder, name, text);
		snprintf(name, sizeof name, "%s/shared_cpu_list", base);
		machine_list(folder, name, object->cpuset);
	}
}

/* The topology as the kernel's files, below the folder. */
static inline void machine_write(const char *folder, hwloc_topology_t topology)
{
	hwloc_obj_t object = NULL;
	hwloc_bitmap_t nodes = hwloc_bitmap_alloc();
	char name[MACHINE_PATH];

	machine_list(folder, "sys/devices/system/cpu/online",
		hwloc_topology_get_topology_cpuset(topology));
	while ((object = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_PU, object))) {
		machine_part(folder, object, HWLOC_OBJ_PACKAGE, "package_cpus_list");
		machine_part(folder, object, HWLOC_OBJ_DIE, "die_cpus_list");
		machine_part(folder, object, HWLOC_OBJ_CORE, "core_cpus_list");
		machine_caches(folder, object);
	}
	while ((object = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_NUMANODE, object))) {
		hwloc_bitmap_set(nodes, object->os_index);
		snprintf(name, sizeof name, "sys/devices/system/node/node%u/cpulist",
			object->os_index);
		machine_list(folder, name, object->cpuset);
	}
	machine_list(folder, "sys/devices/system/node/online", nodes);
	hwloc_bitmap_free(nodes);
}

/* The machine that hwloc makes up of a text. */
static inline hwloc_topology_t machine_synthetic(const char *text)
{
	hwloc_topology_t topology;

	assert_int_equal(hwloc_topology_init(&topology), 0);
	hwloc_topology_set_all_types_filter(topology, HWLOC_TYPE_FILTER_KEEP_ALL);
	assert_int_equal(hwloc_topology_set_synthetic(topology, text), 0);
	assert_int_equal(hwloc_topology_load(topology), 0);
	return topology;
}

/* Its cpus, as grove reads them, of which those of the list may be used. */
static inline void machine_cpus(struct cpus *cpus, hwloc_topology_t topology, const char *usable)
{
	char folder[TEMPORARY_NAME], remove[TEMPORARY_NAME + 16];
	struct cpu_set all, some = { { 0 } };

	memset(&all, 0xff, sizeof all);
	cpu_set_list(&some, usable);
	assert_non_null(mkdtemp(temporary_name(folder)));
	machine_write(folder, topology);
	assert_int_equal(machine_read(cpus, folder, &all), 0);
	cpus_use(cpus, &some);
	snprintf(remove, sizeof remove, "rm -r %s", folder);
	assert_int_equal(system(remove), 0);
}

#endif
