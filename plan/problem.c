/* Names of collectives, port models and permutations. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>
#include "base/size.h"
#include "base/error.h"
#include "plan/problem.h"

static const struct {
	const char *name;
	bool rooted, folds;
} collectives[COLLECTIVES] = {
	[BROADCAST] = { "broadcast", true, false },
	[REDUCE] = { "reduce", true, true },
	[SCATTER] = { "scatter", true, false },
	[GATHER] = { "gather", true, false },
	[ALLGATHER] = { "allgather", false, false },
	[REDUCESCATTER] = { "reducescatter", false, true },
	[ALLREDUCE] = { "allreduce", false, true },
	[ALLTOALL] = { "alltoall", false, false },
	[SEND] = { "send", true, false },
	[PERMUTE] = { "permute", false, false },
	[BARRIER] = { "barrier", false, false },
};

static const char *const ports_names[] = { "single", "exchange", "sendrecv", "all" };
static const char *const duplex_names[] = { "half", "full" };

const char *collective_name(enum collective collective)
{
	return collectives[collective].name;
}

int collective_named(enum collective *collective, const char *name)
{
	for (int i = 0; i < COLLECTIVES; i++)
		if (!strcmp(name, collectives[i].name)) {
			*collective = i;
			return 0;
		}
	return why(EINVAL,
		"there is no collective '%s'; there are broadcast, reduce, scatter, gather, "
		"allgather, reducescatter, allreduce, alltoall, send, permute, barrier",
		name);
}

bool collective_rooted(enum collective collective)
{
	return collectives[collective].rooted;
}

bool collective_folds(enum collective collective)
{
	return collectives[collective].folds;
}

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

int problem_check(const struct problem *problem)
{
	int last = problem->net.nodes - 1;

	if (problem->root < 0 || problem->root > last)
		return why(EINVAL, "root %d: %s has nodes 0 to %d", problem->root,
			problem->net.name, last);
	if (problem->collective == SEND &&
		(problem->destination < 0 || problem->destination > last))
		return why(EINVAL, "destination %d: %s has nodes 0 to %d", problem->destination,
			problem->net.name, last);
	if (problem->collective == PERMUTE && problem->permutation)
		return permutation_check(problem->permutation, problem->net.nodes);
	return 0;
}
