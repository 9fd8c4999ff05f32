/* Reads levels from hwloc: what cores share, from the outermost domain to the innermost. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/size.h"
#include "base/why.h"
#include "runtime/cpus.h"
#include "runtime/levels.h"

enum {
	MOST_CORES = 1 << 16,
	DESCRIPTION = 256
};

/* The nearest thing that all below an object share. */
static enum pair_class class_within(hwloc_obj_t object)
{
	for (; object; object = object->parent)
		switch (object->type) {
		case HWLOC_OBJ_CORE:
		case HWLOC_OBJ_L1CACHE:
		case HWLOC_OBJ_L2CACHE:
			return SAME_L2;
		case HWLOC_OBJ_L3CACHE:
		case HWLOC_OBJ_L4CACHE:
			return SAME_L3;
		case HWLOC_OBJ_PACKAGE:
			return SAME_PACKAGE;
		default:
			break;
		}
	return OTHER_PACKAGE;
}

/* Of two that are in the machine alone: in packages of their own, if it has any. */
static enum pair_class class_below(hwloc_topology_t topology, hwloc_obj_t object)
{
	enum pair_class class = class_within(object);

	if (class == OTHER_PACKAGE && hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_PACKAGE) < 2)
		return SAME_PACKAGE;
	return class;
}

static int add_level(struct hierarchy *hierarchy, unsigned size, enum pair_class class)
{
	if (size < 2)
		return 0;
	if (hierarchy->levels == HIERARCHY_LEVELS)
		return why(EINVAL, "the machine has more than %d levels", HIERARCHY_LEVELS);
	hierarchy->size[hierarchy->levels] = (int)size;
	hierarchy->class[hierarchy->levels++] = class;
	return 0;
}

/* The depth of cores; of hardware threads where cores are not described. */
static int last_depth(hwloc_topology_t topology)
{
	int depth = hwloc_get_type_depth(topology, HWLOC_OBJ_CORE);

	return depth >= 0 ? depth : hwloc_get_type_depth(topology, HWLOC_OBJ_PU);
}

int levels_of(struct hierarchy *hierarchy, hwloc_topology_t topology)
{
	hwloc_obj_t object = hwloc_get_root_obj(topology);
	int last = last_depth(topology), error = 0;
	unsigned cores = hwloc_get_nbobjs_by_depth(topology, last);

	*hierarchy = (struct hierarchy){ 0 };
	if (cores > MOST_CORES)
		return why(EINVAL, "%u cores are more than %d", cores, MOST_CORES);
	if (!object->symmetric_subtree)
		return add_level(hierarchy, cores, class_below(topology, object));
	for (; (int)object->depth < last && !error; object = object->first_child)
		error = add_level(hierarchy, object->arity, class_below(topology, object));
	return error;
}

/* How many objects of the innermost kind there are: the product of the numbers behind colons, but for
 * attributes in brackets. hwloc would make as many as it is told to. */
static double innermost(const char *text)
{
	double product = 1;
	int depth = 0;

	for (; *text; text++) {
		depth += (*text == '(' || *text == '[') - (*text == ')' || *text == ']');
		if (*text == ':' && !depth)
			product *= strtod(text + 1, NULL);
	}
	return product;
}

/* hwloc wants hardware threads as well, which need not be said here. */
static int describe(hwloc_topology_t topology, const char *text)
{
	char full[DESCRIPTION + 8];

	if (strlen(text) >= DESCRIPTION || !(innermost(text) <= MOST_CORES))
		return -1;
	snprintf(full, sizeof full, "%s%s", text, strstr(text, "pu:") ? "" : " pu:1");
	return hwloc_topology_set_synthetic(topology, full) || hwloc_topology_load(topology);
}

int levels_described(struct hierarchy *hierarchy, const char *text)
{
	hwloc_topology_t topology;
	int error;

	if (hwloc_topology_init(&topology))
		return why(ENOMEM, "no memory for a made-up machine");
	if (describe(topology, text))
		error = why(EINVAL,
			"'%s' does not describe a machine; write \"pack:2 l3:4 core:8\": packages, "
			"last-level caches in each, cores in each",
			text);
	else
		error = levels_of(hierarchy, topology);
	hwloc_topology_destroy(topology);
	if (!error && !hierarchy->levels)
		error = why(EINVAL, "'%s' has one core: nothing lies apart", text);
	return error;
}

int levels_read(struct hierarchy *hierarchy)
{
	hwloc_topology_t topology = machine_topology();

	return topology ? levels_of(hierarchy, topology)
			: why(ENOMEM, "the machine's cpus cannot be read");
}

int levels_network(struct network *net, const char *name, const struct hierarchy *hierarchy)
{
	static const char own[] = "machine";
	size_t length = sizeof own - 1;
	struct hierarchy here;
	int nodes = 0, error = 0;

	if (strncmp(name, own, length) || (name[length] && name[length] != ':'))
		return network_open(net, name);
	if (name[length] && number_parse(&nodes, name + length + 1, 1, NETWORK_NODES - 1))
		return why(EINVAL, "'%s': write machine:N, N nodes on this machine's cores", name);
	if (!hierarchy) {
		error = levels_read(&here);
		hierarchy = &here;
	}
	return error ? error : hierarchy_network(net, hierarchy, nodes);
}
