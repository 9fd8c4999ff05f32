/* The cpus of this machine, as hwloc sees them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include "base/why.h"
#include "base/cgroup.h"
#include "runtime/cpus.h"

/* Reading the topology takes milliseconds, so it is done once; it is never written after. What the
 * process may use can change at any time (taskset), and is asked for anew. */
static hwloc_topology_t machine;

static void machine_read(void)
{
	static const hwloc_obj_type_t kept[] = { HWLOC_OBJ_PACKAGE, HWLOC_OBJ_DIE, HWLOC_OBJ_CORE,
		HWLOC_OBJ_L3CACHE, HWLOC_OBJ_L2CACHE };
	hwloc_topology_t topology;

	if (hwloc_topology_init(&topology))
		return;
	hwloc_topology_set_all_types_filter(topology, HWLOC_TYPE_FILTER_KEEP_NONE);
	for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++)
		hwloc_topology_set_type_filter(topology, kept[i], HWLOC_TYPE_FILTER_KEEP_ALL);
	hwloc_topology_set_flags(topology, HWLOC_TOPOLOGY_FLAG_NO_DISTANCES |
						   HWLOC_TOPOLOGY_FLAG_NO_MEMATTRS |
						   HWLOC_TOPOLOGY_FLAG_NO_CPUKINDS);
	if (hwloc_topology_load(topology))
		hwloc_topology_destroy(topology);
	else
		machine = topology;
}

hwloc_topology_t machine_topology(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, machine_read);
	return machine;
}

/* The type of object that stands for a kind of domain; the last level of cache is what there is. */
static hwloc_obj_type_t domain_type(hwloc_topology_t topology, enum domain kind)
{
	switch (kind) {
	case DOMAIN_SOCKET:
		return HWLOC_OBJ_PACKAGE;
	case DOMAIN_DIE:
		return hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_DIE) > 0 ? HWLOC_OBJ_DIE
									     : HWLOC_OBJ_PACKAGE;
	case DOMAIN_CACHE:
		if (hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_L3CACHE) > 0)
			return HWLOC_OBJ_L3CACHE;
		return hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_L2CACHE) > 0
			       ? HWLOC_OBJ_L2CACHE
			       : HWLOC_OBJ_PACKAGE;
	case DOMAIN_MEMORY:
		return HWLOC_OBJ_NUMANODE;
	default:
		return HWLOC_OBJ_MACHINE;
	}
}

/* Which of the objects of that type holds the cpu; 0 where there are none, and all is one. */
static int domain_of(hwloc_topology_t topology, hwloc_obj_type_t type, hwloc_obj_t pu)
{
	hwloc_obj_t object = NULL;

	while ((object = hwloc_get_next_obj_by_type(topology, type, object)))
		if (hwloc_bitmap_isset(object->cpuset, pu->os_index))
			return (int)object->logical_index;
	return 0;
}

static int sibling_of(hwloc_topology_t topology, hwloc_obj_t pu, hwloc_const_bitmap_t usable)
{
	hwloc_obj_t core = hwloc_get_ancestor_obj_by_type(topology, HWLOC_OBJ_CORE, pu),
		    before = pu;
	int sibling = 0;

	while (core && (before = before->prev_cousin) &&
		hwloc_bitmap_isset(core->cpuset, before->os_index))
		sibling += hwloc_bitmap_isset(usable, before->os_index);
	return sibling;
}

static void cpu_read(
	struct cpus *cpus, hwloc_topology_t topology, hwloc_const_bitmap_t usable, int index)
{
	hwloc_obj_t pu = hwloc_get_obj_by_type(topology, HWLOC_OBJ_PU, (unsigned)index);
	struct cpu *cpu = &cpus->cpu[index];

	cpu->number = (int)pu->os_index;
	cpu->usable = hwloc_bitmap_isset(usable, pu->os_index);
	cpu->sibling = sibling_of(topology, pu, usable);
	cpus->usable += cpu->usable;
	for (enum domain kind = 0; kind < DOMAINS; kind++)
		cpu->domain[kind] = domain_of(topology, domain_type(topology, kind), pu);
}

/* Not what the C library says: virtual machines tell it the cache of the whole processor. */
static size_t last_cache(hwloc_topology_t topology)
{
	hwloc_obj_t cache = hwloc_get_obj_by_type(topology, domain_type(topology, DOMAIN_CACHE), 0);

	return cache && hwloc_obj_type_is_cache(cache->type) ? cache->attr->cache.size : 0;
}

static size_t own_cache(hwloc_topology_t topology)
{
	hwloc_obj_t cache = hwloc_get_obj_by_type(topology, HWLOC_OBJ_L2CACHE, 0);
	int cores = cache ? hwloc_get_nbobjs_inside_cpuset_by_type(
				    topology, cache->cpuset, HWLOC_OBJ_CORE)
			  : 0;

	return cores > 0 ? cache->attr->cache.size / (size_t)cores : 0;
}

int cpus_of(struct cpus *cpus, hwloc_topology_t topology, hwloc_const_bitmap_t usable)
{
	int count = hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_PU);

	*cpus = (struct cpus){ .count = count > 0 ? count : 0 };
	cpus->cpu = calloc((size_t)cpus->count + 1, sizeof *cpus->cpu);
	if (!cpus->cpu)
		return why(ENOMEM, "no memory for a list of %d cpus", cpus->count);
	cpus->cache = last_cache(topology);
	cpus->own_cache = own_cache(topology);
	for (int i = 0; i < cpus->count; i++)
		cpu_read(cpus, topology, usable, i);
	for (enum domain kind = 0; kind < DOMAINS; kind++) {
		int number = hwloc_get_nbobjs_by_type(topology, domain_type(topology, kind));

		cpus->domains[kind] = number > 0 ? number : 1;
	}
	return 0;
}

/* What the process is bound to; the whole machine when the system does not say. To be freed. */
static hwloc_bitmap_t process_cpus(hwloc_topology_t topology)
{
	hwloc_bitmap_t usable = hwloc_bitmap_alloc();

	if (usable && hwloc_get_cpubind(topology, usable, HWLOC_CPUBIND_PROCESS))
		hwloc_bitmap_copy(usable, hwloc_topology_get_allowed_cpuset(topology));
	if (usable)
		hwloc_bitmap_and(usable, usable, hwloc_topology_get_allowed_cpuset(topology));
	return usable;
}

int cpus_read(struct cpus *cpus)
{
	hwloc_topology_t topology = machine_topology();
	hwloc_bitmap_t usable = topology ? process_cpus(topology) : NULL;
	int error;

	*cpus = (struct cpus){ 0 };
	if (!usable)
		return why(ENOMEM, "the machine's cpus cannot be read");
	error = cpus_of(cpus, topology, usable);
	hwloc_bitmap_free(usable);
	return error;
}

void cpus_free(struct cpus *cpus)
{
	free(cpus->cpu);
	cpus->cpu = NULL;
}

static int caches_text(char *text, size_t size, hwloc_topology_t topology, hwloc_obj_type_t type)
{
	int count = hwloc_get_nbobjs_by_type(topology, type);
	hwloc_obj_t cache = count > 0 ? hwloc_get_obj_by_type(topology, type, 0) : NULL;

	if (!cache)
		return 0;
	return snprintf(text, size, "; %d %s of %zu KiB", count, hwloc_obj_type_string(type),
		(size_t)cache->attr->cache.size >> 10);
}

static void key_of(char *key, size_t size, hwloc_topology_t topology)
{
	hwloc_obj_t package = hwloc_get_obj_by_type(topology, HWLOC_OBJ_PACKAGE, 0);
	const char *model = package ? hwloc_obj_get_info_by_name(package, "CPUModel") : NULL;
	int length = snprintf(key, size / 2, "%s; %d packages; %d cores; %d cpus",
		model ? model : "unknown processor",
		hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_PACKAGE),
		hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_CORE),
		hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_PU));

	length = length < (int)size / 2 ? length : (int)size / 2 - 1;
	length += caches_text(
		key + length, size - (size_t)length, topology, HWLOC_OBJ_L2CACHE);
	if (length < (int)size)
		caches_text(key + length, size - (size_t)length, topology, HWLOC_OBJ_L3CACHE);
}

int cpus_key(char *key, size_t size)
{
	hwloc_topology_t topology = machine_topology();

	if (!topology)
		return why(ENOMEM, "the machine's cpus cannot be read");
	key_of(key, size, topology);
	return 0;
}

int cores_usable(void)
{
	hwloc_topology_t topology = machine_topology();
	hwloc_bitmap_t usable = topology ? process_cpus(topology) : NULL;
	int cores = usable ? hwloc_bitmap_weight(usable) : 1;
	double quota = cgroup_cpus();

	hwloc_bitmap_free(usable);
	if (quota < cores)
		cores = (int)quota;
	return cores < 1 ? 1 : cores;
}

bool thread_bind(pthread_t thread, int number)
{
	hwloc_topology_t topology = machine_topology();
	hwloc_bitmap_t set = hwloc_bitmap_alloc();
	bool bound = set && topology && hwloc_topology_is_thissystem(topology) &&
		     !hwloc_bitmap_only(set, (unsigned)number) &&
		     !hwloc_set_thread_cpubind(topology, thread, set, 0);

	hwloc_bitmap_free(set);
	return bound;
}
