/* Tests of how the machine is read: hwloc is the judge, of this machine and of those that it makes
 * up. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <unistd.h>
#include "tests/test.h"
#include "base/cgroup.h"
#include "runtime/machine/cpus.h"
#include "library/machine/machine_levels.h"
#include "tests/machine_help.h"

enum {
	TEXT = 512
};

/* ---- What hwloc says ---- */

static hwloc_obj_type_t type_of(enum domain kind)
{
	static const hwloc_obj_type_t types[DOMAINS] = { HWLOC_OBJ_MACHINE, HWLOC_OBJ_PACKAGE,
		HWLOC_OBJ_DIE, HWLOC_OBJ_L3CACHE, HWLOC_OBJ_NUMANODE, HWLOC_OBJ_L3CACHE,
		HWLOC_OBJ_L2CACHE, HWLOC_OBJ_CORE };

	return types[kind];
}

static int place_in(hwloc_topology_t topology, hwloc_obj_type_t type, hwloc_obj_t pu)
{
	hwloc_obj_t object = NULL;

	while ((object = hwloc_get_next_obj_by_type(topology, type, object)))
		if (hwloc_bitmap_isset(object->cpuset, pu->os_index))
			return (int)object->logical_index;
	return -1;
}

static size_t cache_of(hwloc_topology_t topology, hwloc_obj_type_t type)
{
	hwloc_obj_t cache = hwloc_get_obj_by_type(topology, type, 0);

	return cache ? (size_t)cache->attr->cache.size : 0;
}

/* The words by which calibrations of earlier versions are found. */
static void key_by_hwloc(char key[TEXT], hwloc_topology_t topology)
{
	hwloc_obj_t package = hwloc_get_obj_by_type(topology, HWLOC_OBJ_PACKAGE, 0);
	const char *model = package ? hwloc_obj_get_info_by_name(package, "CPUModel") : NULL;
	int length = snprintf(key, TEXT, "%s; %d packages; %d cores; %d cpus",
		model ? model : "unknown processor",
		hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_PACKAGE),
		hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_CORE),
		hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_PU));

	for (int level = 2; level <= 3; level++) {
		hwloc_obj_type_t type = level == 2 ? HWLOC_OBJ_L2CACHE : HWLOC_OBJ_L3CACHE;
		int count = hwloc_get_nbobjs_by_type(topology, type);

		if (count > 0)
			length += snprintf(key + length, TEXT - (size_t)length,
				"; %d %s of %zu KiB", count, hwloc_obj_type_string(type),
				cache_of(topology, type) >> 10);
	}
}

/* The levels of a regular machine are the arities of its parts; else there is one, of all cores. */
static void levels_by_hwloc(char text[TEXT], hwloc_topology_t topology)
{
	hwloc_obj_t object = hwloc_get_root_obj(topology);
	int last = hwloc_get_type_depth(topology, HWLOC_OBJ_CORE), length = 0;

	text[0] = '\0';
	if (!object->symmetric_subtree) {
		snprintf(text, TEXT, "%d ", hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_CORE));
		return;
	}
	for (; object->depth < last; object = object->first_child)
		if (object->arity > 1)
			length += snprintf(
				text + length, TEXT - (size_t)length, "%u ", object->arity);
}

/* ---- Both ---- */

static void compare_parts(const struct cpus *cpus, hwloc_topology_t topology, enum domain kind)
{
	int count = hwloc_get_nbobjs_by_type(topology, type_of(kind));

	if (count <= 0)
		return;
	assert_int_equal(cpus->domains[kind], count);
	for (int i = 0; i < cpus->count; i++)
		assert_int_equal(cpus->cpu[i].domain[kind],
			place_in(topology, type_of(kind),
				hwloc_get_obj_by_type(topology, HWLOC_OBJ_PU, (unsigned)i)));
}

/* Field by field. Where hwloc has no dies, they are the packages. */
static void compare(const struct cpus *cpus, const char *model, hwloc_topology_t topology)
{
	struct hierarchy hierarchy;
	char key[TEXT], expected[TEXT];
	int length = 0;

	assert_int_equal(cpus->count, hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_PU));
	for (int i = 0; i < cpus->count; i++)
		assert_int_equal(cpus->cpu[i].number,
			hwloc_get_obj_by_type(topology, HWLOC_OBJ_PU, (unsigned)i)->os_index);
	for (enum domain kind = 0; kind < DOMAINS; kind++)
		compare_parts(cpus, topology, kind);
	assert_int_equal(cpus->level[2], cache_of(topology, HWLOC_OBJ_L2CACHE));
	assert_int_equal(cpus->level[3], cache_of(topology, HWLOC_OBJ_L3CACHE));
	cpus_key_of(key, sizeof key, cpus, model);
	key_by_hwloc(expected, topology);
	assert_string_equal(key, expected);
	machine_levels_of(&hierarchy, cpus);
	levels_by_hwloc(expected, topology);
	key[0] = '\0';
	for (int i = 0; i < hierarchy.levels; i++)
		length += snprintf(
			key + length, sizeof key - (size_t)length, "%d ", hierarchy.size[i]);
	assert_string_equal(key, expected);
}

/* hwloc asks the processor for caches that the kernel does not list, and how a virtual machine
 * shares them is a guess then. Both shall read what the kernel says. */
static hwloc_topology_t this_machine(void)
{
	hwloc_topology_t topology;

	assert_int_equal(setenv("HWLOC_COMPONENTS", "-x86", 1), 0);
	assert_int_equal(hwloc_topology_init(&topology), 0);
	hwloc_topology_set_all_types_filter(topology, HWLOC_TYPE_FILTER_KEEP_ALL);
	hwloc_topology_set_type_filter(topology, HWLOC_OBJ_GROUP, HWLOC_TYPE_FILTER_KEEP_NONE);
	assert_int_equal(hwloc_topology_load(topology), 0);
	return topology;
}

TEST("this machine is as hwloc reads it")
{
	hwloc_topology_t topology = this_machine();
	hwloc_bitmap_t bound = hwloc_bitmap_alloc();
	ENDED(cpus_free) struct cpus cpus;
	char model[CPUS_MODEL];

	assert_int_equal(cpus_read(&cpus), 0);
	model_read(model, "");
	compare(&cpus, model, topology);
	assert_int_equal(cache_first_level(&cpus, ""), cache_of(topology, HWLOC_OBJ_L1CACHE));
	assert_int_equal(hwloc_get_cpubind(topology, bound, HWLOC_CPUBIND_PROCESS), 0);
	for (int i = 0; i < cpus.count; i++)
		assert_int_equal(cpus.cpu[i].usable,
			hwloc_bitmap_isset(bound, (unsigned)cpus.cpu[i].number));
	hwloc_bitmap_free(bound);
	hwloc_topology_destroy(topology);
}

/* Of what hwloc makes up, the cpus of the list; NULL: all. */
static void expect_same(const char *machine, const char *list)
{
	hwloc_topology_t topology = machine_synthetic(machine);
	hwloc_bitmap_t kept = hwloc_bitmap_alloc();
	ENDED(cpus_free) struct cpus cpus;

	if (list) {
		hwloc_bitmap_list_sscanf(kept, list);
		assert_int_equal(hwloc_topology_restrict(topology, kept, 0), 0);
	}
	machine_cpus(&cpus, topology, "0");
	compare(&cpus, "", topology);
	hwloc_bitmap_free(kept);
	hwloc_topology_destroy(topology);
}

TEST("machines are as hwloc makes them up")
{
	expect_same("pack:1 core:1 pu:1", NULL);
	expect_same("pack:2 [numa] l3:2 l2:2 core:1 pu:2", NULL);
	expect_same("pack:2 [numa] l3:1 l2:4 core:2 pu:1", NULL);
	expect_same("pack:2 die:2 l3:2 core:3 pu:2", NULL);
	expect_same("pack:2 l2:4 l1:1 core:1 pu:1", NULL);
	expect_same("pack:4 core:4 pu:2", NULL);
	/* As Linux counts on two packages: round them, hardware threads last. */
	expect_same("pack:2 [numa] l3:2 core:2 pu:2(indexes=0,8,2,10,4,12,6,14,1,9,3,11,5,13,7,15)",
		NULL);
	expect_same("pack:2 l2:2 core:1 pu:2(indexes=0,4,1,5,2,6,3,7)", NULL);
}

TEST("cpus may be offline and cores unlike each other")
{
	expect_same("pack:2 [numa] l3:2 l2:2 core:1 pu:2", "0-3,6,9-15");
	expect_same("pack:2 l3:2 l2:2 core:2 pu:1", "1,3,5-15");
	expect_same("pack:1 l3:2 l2:4 core:1 pu:2", "0-8,10,12,14"); /* threads on some cores */
	expect_same("pack:2 die:2 l3:2 core:3 pu:2", "24-40");
	expect_same("pack:2 l3:1 l2:4 core:1 pu:2(indexes=0,8,2,10,4,12,6,14,1,9,3,11,5,13,7,15)",
		"2-15");
}

/* A control group may keep cpus from a process; for it they are not there. */
TEST("a cpuset leaves cpus out")
{
	static const char machine[] = "pack:2 l3:2 l2:2 core:1 pu:2";
	hwloc_topology_t topology = machine_synthetic(machine);
	char folder[TEMPORARY_NAME], remove[TEMPORARY_NAME + 16], list[64];
	struct cpu_set allowed = { { 0 } };
	struct cpus cpus;

	assert_non_null(mkdtemp(temporary_name(folder)));
	cgroup_root(folder, folder);
	assert_false(cgroup_cpuset(list, sizeof list));
	machine_file(folder, "cgroup", "0::/a/b");
	machine_file(folder, "a/cpuset.cpus.effective", "4-7,12");
	assert_true(cgroup_cpuset(list, sizeof list));
	assert_string_equal(list, "4-7,12");
	machine_file(folder, "cgroup", "5:memory:/\n3:cpuset:/x");
	machine_file(folder, "cpuset/x/cpuset.cpus", "8-11");
	assert_true(cgroup_cpuset(list, sizeof list));
	assert_string_equal(list, "8-11");
	cgroup_root("/proc/self", "/sys/fs/cgroup");
	cpu_set_list(&allowed, list);
	machine_write(folder, topology);
	assert_int_equal(machine_read(&cpus, folder, &allowed), 0);
	assert_int_equal(cpus.count, 4);
	assert_int_equal(cpus.cpu[0].number, 8);
	assert_int_equal(cpus.domains[DOMAIN_SOCKET], 1);
	assert_int_equal(cpus.domains[DOMAIN_CORE], 2);
	assert_false(cpus.hidden);
	assert_int_equal(cache_first_level(&cpus, folder), cache_of(topology, HWLOC_OBJ_L1CACHE));
	cpus_free(&cpus);
	hwloc_topology_destroy(topology);
	snprintf(remove, sizeof remove, "rm -r %s", folder);
	assert_int_equal(system(remove), 0);
}

/* Each cpu is a core of its own in one package, and no cache is known. */
TEST("cpus of which the kernel tells nothing are cores of one package")
{
	struct cpu_set allowed = { { 0 } };
	struct hierarchy hierarchy;
	ENDED(cpus_free) struct cpus cpus;
	char key[TEXT];

	cpu_set_list(&allowed, "1,4-5");
	assert_int_equal(machine_read(&cpus, "/nowhere", &allowed), 0);
	cpus_use(&cpus, &allowed);
	assert_int_equal(cpus.count, 3);
	assert_int_equal(cpus.usable, 3);
	assert_int_equal(cpus.cpu[1].number, 4);
	assert_int_equal(cpus.cpu[2].sibling, 0);
	assert_int_equal(cpus.domains[DOMAIN_SOCKET], 1);
	assert_int_equal(cpus.domains[DOMAIN_CACHE], 1);
	assert_int_equal(cpus.domains[DOMAIN_CORE], 3);
	assert_int_equal(cpus.cache + cpus.own_cache, 0);
	assert_true(cpus.hidden);
	cpus_key_of(key, sizeof key, &cpus, "");
	assert_string_equal(key, "unknown processor; 1 packages; 3 cores; 3 cpus");
	machine_levels_of(&hierarchy, &cpus);
	assert_int_equal(hierarchy.levels, 1);
	assert_int_equal(hierarchy.size[0], 3);
	assert_int_equal(hierarchy.class[0], SAME_PACKAGE);
}

TEST("lists of the kernel are read")
{
	struct cpu_set set = { { 0 } };

	cpu_set_list(&set, "0-2,64,8190-9000\n");
	for (int number = 0; number < CPUS_MOST; number++)
		assert_int_equal(
			cpu_set_has(&set, number), number <= 2 || number == 64 || number >= 8190);
	assert_false(cpu_set_has(&set, -1));
	assert_false(cpu_set_has(&set, CPUS_MOST));
	set = (struct cpu_set){ { 0 } };
	cpu_set_list(&set, "3-1,x");
	cpu_set_list(&set, "\n");
	for (int number = 0; number < CPUS_MOST; number++)
		assert_false(cpu_set_has(&set, number));
}

/* Plugins ask graphics cards, and their libraries leak. */
BEFORE_TESTS
{
	setenv("HWLOC_PLUGINS_PATH", "/nonexistent", 1);
}
