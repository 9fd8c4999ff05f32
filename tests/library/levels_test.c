/* Tests of levels: what hwloc describes as digits, and the networks that they make. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/teams.h"
#include "runtime/machine/cpus.h"
#include "library/machine/machine_levels.h"
#include "runtime/machine/pinning.h"
#include "tests/machine_help.h"

enum {
	TEXT = 256
};

/* The levels of a machine that hwloc makes up. */
static void levels_of(struct hierarchy *hierarchy, const char *description)
{
	hwloc_topology_t topology = machine_synthetic(description);
	ENDED(cpus_free) struct cpus cpus;

	machine_cpus(&cpus, topology, "0-255");
	machine_levels_of(hierarchy, &cpus);
	hwloc_topology_destroy(topology);
}

/* "2 other-package, 4 same-package, 8 same-l3" */
static const char *levels(const char *description)
{
	static char text[TEXT];
	struct hierarchy hierarchy;
	int length = 0;

	levels_of(&hierarchy, description);
	for (int i = 0; i < hierarchy.levels; i++)
		length += snprintf(text + length, sizeof text - (size_t)length, "%s%d %s",
			i ? ", " : "", hierarchy.size[i], pair_class_name(hierarchy.class[i]));
	return text;
}

TEST("levels are what cores share")
{
	assert_string_equal(
		levels("pack:2 l3:4 core:8 pu:1"), "2 other-package, 4 same-package, 8 same-l3");
	assert_string_equal(levels("pack:2 l3:4 l2:4 core:2 pu:1"),
		"2 other-package, 4 same-package, 4 same-l3, 2 same-l2");
	assert_string_equal(levels("pack:1 l3:1 core:2 pu:1"), "2 same-l3");
	assert_string_equal(levels("pack:4 l3:1 core:4 pu:1"), "4 other-package, 4 same-l3");
	assert_string_equal(levels("pack:2 core:3 pu:1"), "2 other-package, 3 same-package");
	/* Threads of a core are one; memories are no levels. */
	assert_string_equal(
		levels("pack:2 [numa] l2:2 core:1 pu:2"), "2 other-package, 2 same-package");
	assert_string_equal(levels("l3:2 core:4 pu:2"), "2 same-package, 4 same-l3");
	assert_string_equal(levels("core:6 pu:1"), "6 same-package");
}

static const char *network(const char *description, const char *name)
{
	static char text[TEXT];
	struct hierarchy hierarchy;
	struct network net;

	levels_of(&hierarchy, description);
	if (machine_levels_network(&net, name, &hierarchy))
		snprintf(text, sizeof text, "-%s", why_text());
	else
		snprintf(text, sizeof text, "%s", net.name);
	return text;
}

TEST("networks have the levels for digits")
{
	const char *two = "pack:2 l3:4 core:8 pu:1";

	assert_string_equal(network(two, "machine"), "gh:2x4x8");
	assert_string_equal(network(two, "machine:64"), "gh:2x4x8");
	assert_string_equal(network(two, "machine:32"), "gh:4x8"); /* one package is enough */
	assert_string_equal(network(two, "machine:16"), "gh:2x8"); /* two of its caches */
	assert_string_equal(network(two, "machine:8"), "gh:8");	   /* few: the complete network */
	assert_string_equal(network(two, "machine:5"), "gh:5");
	assert_string_equal(network(two, "machine:128"), "gh:2x4x8x2"); /* two on each core */
	assert_string_equal(network(two, "machine:20"), "gh:20"); /* does not fill caches evenly */
	assert_string_equal(network(two, "machine:100"), "gh:100");
	assert_string_equal(network(two, "machine:1"), "gh:1");
	assert_string_equal(network(two, "cube:3"), "cube:3");
	assert_string_equal(network(two, "machine:"), "-'machine:': write machine:N, N nodes on "
						      "this machine's cores");
	assert_string_equal(network(two, "machine:0"), "-'machine:0': write machine:N, N nodes on "
						       "this machine's cores");
	assert_non_null(strstr(network(two, "machines"), "is not a network"));
}

/* Node v runs on the cpu at place v of `auto`, and its label is that cpu's place in the machine. */
TEST("pinning puts digits where the levels are")
{
	/* Counted as Linux does on two packages with hardware threads: round the packages. */
	static const char machine[] = "pack:2 l3:2 core:2 pu:2(indexes=0,8,2,10,4,12,6,14,1,9,3,"
				      "11,5,13,7,15)";
	hwloc_topology_t topology = machine_synthetic(machine);
	struct hierarchy hierarchy;
	struct network net;
	ENDED(cpus_free) struct cpus cpus;
	ENDED(pins_free) struct pins pins;

	machine_cpus(&cpus, topology, "0-15");
	machine_levels_of(&hierarchy, &cpus);
	assert_int_equal(machine_levels_network(&net, "machine", &hierarchy), 0);
	assert_string_equal(net.name, "gh:2x2x2");
	assert_int_equal(pins_read(&pins, &cpus, "auto"), 0);
	for (int v = 0; v < net.nodes; v++) {
		hwloc_obj_t pu = hwloc_get_pu_obj_by_os_index(
			topology, (unsigned)pins.number[v % pins.count]);
		char label[NETWORK_LABEL], expected[NETWORK_LABEL];
		hwloc_obj_t core = hwloc_get_ancestor_obj_by_type(topology, HWLOC_OBJ_CORE, pu);
		hwloc_obj_t cache = hwloc_get_ancestor_obj_by_type(topology, HWLOC_OBJ_L3CACHE, pu);
		hwloc_obj_t pack = hwloc_get_ancestor_obj_by_type(topology, HWLOC_OBJ_PACKAGE, pu);

		network_label(&net, v, label);
		snprintf(expected, sizeof expected, "(%u,%u,%u)", pack->sibling_rank,
			cache->sibling_rank, core->sibling_rank);
		assert_string_equal(label, expected);
	}
	hwloc_topology_destroy(topology);
}

/* Whatever this machine is: its levels have all its cores. */
TEST("this machine has levels")
{
	struct hierarchy hierarchy;
	struct network net;

	machine_levels_of(&hierarchy, cpus_machine());
	assert_int_equal(machine_levels_network(&net, "machine", NULL), 0);
	assert_int_equal(net.nodes, hierarchy_cores(&hierarchy));
	assert_int_equal(net.nodes, cpus_machine()->domains[DOMAIN_CORE]);
}

/* Only a number of nodes is said: the library takes the network, and collectives run on it. */
TEST("teams open on the machine")
{
	struct grove_team *team;
	struct grove_plan *plan;
	struct hierarchy hierarchy;
	struct grove_buffers buffers[4] = { { 0 } };
	int out[4] = { 7, 0, 0, 0 };

	machine_levels_of(&hierarchy, cpus_machine());
	team = OPEN_TEAM(.network = "machine", .threads = 0);
	assert_int_equal(grove_team_nodes(team), hierarchy_cores(&hierarchy));
	assert_int_equal(grove_team_free(team), 0);
	team = OPEN_TEAM(.network = "machine:4", .threads = 0);
	assert_int_equal(grove_team_nodes(team), 4);
	for (int v = 0; v < 4; v++)
		buffers[v].out = &out[v];
	MUST(grove_plan_make(&plan, "machine:4",
		&(struct grove_problem){ .collective = "broadcast", .bytes = sizeof out[0] }));
	assert_int_equal(grove_team_execute(team, plan, buffers, sizeof out[0]), 0);
	for (int v = 0; v < 4; v++)
		assert_int_equal(out[v], 7);
	grove_plan_free(plan);
	assert_int_equal(grove_team_free(team), 0);
	assert_int_equal(
		grove_team_open(&team, &(struct grove_team_options){ .network = "machine:none" }),
		-EINVAL);
}
