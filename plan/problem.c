/* Names port models and duplexes, and checks problems. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "plan/problem.h"

static const char *const ports_names[] = { "single", "exchange", "sendrecv", "all" };
static const char *const duplex_names[] = { "half", "full" };

const char *ports_name(enum ports ports)
{
	return ports_names[ports];
}

int ports_named(enum ports *ports, const char *name)
{
	for (int i = SINGLE; i <= ALL; i++)
		if (!strcmp(name, ports_names[i])) {
			*ports = i;
			return 0;
		}
	return why(EINVAL, "there is no port model '%s'; there are all, sendrecv, exchange, single",
		name);
}

const char *duplex_name(enum duplex duplex)
{
	return duplex_names[duplex];
}

int duplex_named(enum duplex *duplex, const char *name)
{
	for (int i = HALF; i <= FULL; i++)
		if (!strcmp(name, duplex_names[i])) {
			*duplex = i;
			return 0;
		}
	return why(EINVAL, "there is no duplex '%s'; there are full, half", name);
}

int problem_copy(struct problem *copy, const struct problem *problem)
{
	size_t bytes = sizeof *copy->permutation * (size_t)problem->net.nodes;

	*copy = *problem;
	if (!problem->permutation)
		return 0;
	copy->permutation = malloc(bytes);
	if (!copy->permutation)
		return -ENOMEM;
	memcpy(copy->permutation, problem->permutation, bytes);
	return 0;
}

int permutation_check(const int *permutation, int nodes)
{
	unsigned char *seen = calloc((size_t)nodes, 1);
	int error = 0;

	if (!seen)
		return why(ENOMEM, "no memory to check a permutation of %d nodes", nodes);
	for (int v = 0; v < nodes && !error; v++)
		if (permutation[v] < 0 || permutation[v] >= nodes)
			error = why(EINVAL, "not a permutation: %d is sent to %d, of %d nodes", v,
				permutation[v], nodes);
		else if (seen[permutation[v]]++)
			error = why(EINVAL, "not a permutation: two nodes are sent to %d",
				permutation[v]);
	free(seen);
	return error;
}

int problem_check(const struct problem *problem)
{
	int last = problem->net.nodes - 1;

	if (problem->root < 0 || problem->root > last)
		return why(EINVAL, "root %d: %s has nodes 0 to %d", problem->root,
			problem->net.name, last);
	if (collective_sends(problem->collective) &&
		(problem->destination < 0 || problem->destination > last))
		return why(EINVAL, "destination %d: %s has nodes 0 to %d", problem->destination,
			problem->net.name, last);
	if (collective_permutes(problem->collective) && problem->permutation)
		return permutation_check(problem->permutation, problem->net.nodes);
	return 0;
}
