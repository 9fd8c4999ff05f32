/* Finds the distinct kinds of pairs of cpus that a machine has, by what the two share. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/why.h"
#include "perf/pairs.h"
#include "runtime/pin.h"

static const struct {
	hwloc_obj_type_t type;
	const char *name;
} names[] = {
	{ HWLOC_OBJ_CORE, "core" },
	{ HWLOC_OBJ_L1CACHE, "core" },
	{ HWLOC_OBJ_L2CACHE, "L2" },
	{ HWLOC_OBJ_L3CACHE, "L3" },
	{ HWLOC_OBJ_L4CACHE, "L4" },
	{ HWLOC_OBJ_DIE, "die" },
	{ HWLOC_OBJ_PACKAGE, "package" },
	{ HWLOC_OBJ_GROUP, "group" },
	{ HWLOC_OBJ_MACHINE, "machine" },
};

static const char *shared_name(hwloc_obj_type_t type)
{
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		if (names[i].type == type)
			return names[i].name;
	return hwloc_obj_type_string(type);
}

/* Keeps the pair if it is the first of its kind, in order of depth. */
static void pairs_add(struct pairs *pairs, int a, int b, hwloc_obj_t shared)
{
	int at = 0;

	while (at < pairs->count && pairs->depth[at] > shared->depth)
		at++;
	if (pairs->count == PAIRS || (at < pairs->count && pairs->depth[at] == shared->depth))
		return;
	memmove(&pairs->pair[at + 1], &pairs->pair[at],
		(size_t)(pairs->count - at) * sizeof pairs->pair[0]);
	memmove(&pairs->depth[at + 1], &pairs->depth[at],
		(size_t)(pairs->count - at) * sizeof pairs->depth[0]);
	pairs->count++;
	pairs->depth[at] = shared->depth;
	pairs->pair[at] = (struct link_pair){ .cpus = { a, b } };
	snprintf(pairs->pair[at].shared, sizeof pairs->pair[at].shared, "%s",
		shared_name(shared->type));
}

static hwloc_obj_t shared_by(hwloc_topology_t topology, int a, int b)
{
	hwloc_obj_t x = hwloc_get_pu_obj_by_os_index(topology, (unsigned)a);
	hwloc_obj_t y = hwloc_get_pu_obj_by_os_index(topology, (unsigned)b);

	return x && y ? hwloc_get_common_ancestor_obj(topology, x, y) : NULL;
}

void pairs_of(struct pairs *pairs, hwloc_topology_t topology, const int *cpu, int count)
{
	for (int i = 0; i < count; i++)
		for (int j = i + 1; j < count; j++) {
			hwloc_obj_t shared = shared_by(topology, cpu[i], cpu[j]);

			if (shared)
				pairs_add(pairs, cpu[i], cpu[j], shared);
		}
}

static int pairs_read(struct pairs *pairs, const int *cpu, int count)
{
	hwloc_topology_t topology;

	if (hwloc_topology_init(&topology))
		return why(ENOMEM, "the machine's cpus cannot be read");
	hwloc_topology_set_type_filter(topology, HWLOC_OBJ_DIE, HWLOC_TYPE_FILTER_KEEP_ALL);
	if (!hwloc_topology_load(topology))
		pairs_of(pairs, topology, cpu, count);
	hwloc_topology_destroy(topology);
	return 0;
}

/* The cpus to pair: usable ones, or the two that were asked for. */
static int cpus_to_pair(struct pins *pins, const char *text)
{
	struct cpus cpus;
	int error = cpus_read(&cpus);

	if (error)
		return error;
	error = pins_read(pins, &cpus, text);
	cpus_free(&cpus);
	if (error || !text)
		return error;
	if (pins->count == 2 && pins->number[0] != pins->number[1])
		return 0;
	pins_free(pins);
	return why(EINVAL, "pin '%s': a link is between two cpus: write 0,1", text);
}

int link_pairs(struct link_pair **pairs, const char *pin)
{
	struct pairs kinds = { 0 };
	struct pins pins = { 0 };
	int error;

	if (cores_usable() < 2)
		return why(ENODEV, "a link needs two cores, and this process may use one");
	error = cpus_to_pair(&pins, pin);
	if (!error)
		error = pairs_read(&kinds, pins.number, pins.count);
	pins_free(&pins);
	if (error)
		return error;
	if (!kinds.count)
		return why(ENODEV, "this machine does not say where its cpus are");
	*pairs = calloc((size_t)kinds.count, sizeof **pairs);
	if (!*pairs)
		return why(ENOMEM, "no memory for %d pairs of cpus", kinds.count);
	memcpy(*pairs, kinds.pair, (size_t)kinds.count * sizeof **pairs);
	return kinds.count;
}
