/* Finds the distinct kinds of pairs of cpus in a machine, by the caches and packages they share. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "perf/calibration/cpu_pairs.h"
#include "runtime/machine/pinning.h"

/* The domains that two cpus may share, the innermost first. */
static const struct {
	enum domain kind;
	const char *name;
} parts[] = {
	{ DOMAIN_CORE, "core" },
	{ DOMAIN_L2, "L2" },
	{ DOMAIN_L3, "L3" },
	{ DOMAIN_DIE, "die" },
	{ DOMAIN_SOCKET, "package" },
	{ DOMAIN_NODE, "machine" },
};

/* Returns the index of the innermost domain of both cpus; -1 if a cpu is not in the machine. */
static int shared_by(const struct cpus *cpus, int a, int b)
{
	const struct cpu *x = cpu_numbered(cpus, a), *y = cpu_numbered(cpus, b);
	int i = 0;

	if (!x || !y)
		return -1;
	while (x->domain[parts[i].kind] < 0 ||
		x->domain[parts[i].kind] != y->domain[parts[i].kind] ||
		(parts[i].kind == DOMAIN_DIE && !cpus->dies))
		i++;
	return i;
}

/* Keeps the pair if it is the first of its kind. Pairs are sorted, the nearest first. */
static void pairs_add(struct pairs *pairs, int a, int b, int shared)
{
	int at = 0;

	while (at < pairs->count && pairs->shared[at] < shared)
		at++;
	if (pairs->count == PAIRS || (at < pairs->count && pairs->shared[at] == shared))
		return;
	memmove(&pairs->pair[at + 1], &pairs->pair[at],
		(size_t)(pairs->count - at) * sizeof pairs->pair[0]);
	memmove(&pairs->shared[at + 1], &pairs->shared[at],
		(size_t)(pairs->count - at) * sizeof pairs->shared[0]);
	pairs->count++;
	pairs->shared[at] = shared;
	pairs->pair[at] = (struct link_pair){ .cpus = { a, b } };
	snprintf(pairs->pair[at].shared, sizeof pairs->pair[at].shared, "%s", parts[shared].name);
}

void pairs_of(struct pairs *pairs, const struct cpus *cpus, const int *cpu, int count)
{
	for (int i = 0; i < count; i++)
		for (int j = i + 1; j < count; j++) {
			int shared = shared_by(cpus, cpu[i], cpu[j]);

			if (shared >= 0)
				pairs_add(pairs, cpu[i], cpu[j], shared);
		}
}

/* Reads the cpus to pair: the usable cpus, or the two cpus in `text`. */
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
		pairs_of(&kinds, cpus_machine(), pins.number, pins.count);
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
