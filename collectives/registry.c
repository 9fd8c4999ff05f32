/* The table of algorithms, and how a name in a problem finds its builder. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "base/why.h"
#include "collectives/collective.h"
#include "topology/tree.h"

#define JOHNSSON_HO(part) "Johnsson & Ho 1986, " part
#define STOUT_WAGAR(part) "Stout & Wagar 1990, " part

static const struct algorithm algorithms[] = {
	{ BROADCAST, NULL, "", build_broadcast, "one message to all, pipelined along the trees",
		JOHNSSON_HO("section 4") },
	{ REDUCE, NULL, "", build_reduce, "the broadcast, backwards", JOHNSSON_HO("section 4") },
	{ SCATTER, NULL, "", build_scatter, "a message to each, the farthest first",
		JOHNSSON_HO("section 5") },
	{ GATHER, NULL, "", build_gather, "the scatter, backwards", JOHNSSON_HO("section 5") },
	{ ALLGATHER, NULL, "", build_allgather, "every node's broadcast at once",
		JOHNSSON_HO("section 6") },
	{ REDUCESCATTER, NULL, "", build_reducescatter, "the allgather, backwards",
		JOHNSSON_HO("section 6") },
	{ ALLREDUCE, NULL, "", build_allreduce, "reduce-scatter, then allgather",
		STOUT_WAGAR("section 8") },
	{ ALLREDUCE, NULL, "-rb", build_allreduce_rb, "reduce, then broadcast, pipelined together",
		JOHNSSON_HO("section 4") },
	{ ALLTOALL, NULL, "", build_alltoall, "every node's scatter at once",
		JOHNSSON_HO("section 7") },
	{ SEND, NULL, "", build_send, "one message to one node, in parts along the trees",
		JOHNSSON_HO("section 3.5") },
	{ PERMUTE, "permuted-send", "", build_permuted_send,
		"two complete exchanges, for any permutation", STOUT_WAGAR("section 6") },
	{ PERMUTE, NULL, "", build_permute, "each message along its own path",
		JOHNSSON_HO("section 3") },
	{ BARRIER, NULL, "", build_barrier, "every node's news to all, a dimension at a time",
		JOHNSSON_HO("section 6") },
};

enum {
	ALGORITHMS = sizeof algorithms / sizeof algorithms[0]
};

const struct algorithm *algorithm_at(int i)
{
	return i < ALGORITHMS ? &algorithms[i] : NULL;
}

/* True when `name` is a listed family followed by the suffix. */
static bool is_family(const char *name, const char *suffix)
{
	char family[ALGORITHM_NAME];
	size_t length = strlen(name), less = strlen(suffix);

	if (length <= less || strcmp(name + length - less, suffix) || name[0] == '.')
		return false;
	snprintf(family, sizeof family, "%.*s", (int)(length - less), name);
	return family_named(family) != NULL;
}

int algorithm_name_at(
	char name[ALGORITHM_NAME], enum collective collective, const struct network *net, int i)
{
	const struct algorithm *a;
	const struct family *family;

	for (int k = 0; (a = algorithm_at(k)); k++) {
		if (a->collective != collective)
			continue;
		if (a->name && i-- == 0) {
			snprintf(name, ALGORITHM_NAME, "%s", a->name);
			return 0;
		}
		for (int f = 0; !a->name && (family = family_at(f)); f++) {
			if (family->name[0] == '.' || family_applies(family, net) || i-- != 0)
				continue;
			snprintf(name, ALGORITHM_NAME, "%s%s", family->name, a->suffix);
			return 0;
		}
	}
	return -ENOENT;
}

static void list_names(
	char *text, size_t size, enum collective collective, const struct network *net)
{
	char name[ALGORITHM_NAME];

	text[0] = 0;
	for (int i = 0; !algorithm_name_at(name, collective, net, i); i++) {
		size_t length = strlen(text);

		snprintf(text + length, size - length, "%s%s", i ? ", " : "", name);
	}
}

const struct algorithm *algorithm_of(const struct problem *problem)
{
	char names[256];
	const struct algorithm *a;

	for (int i = 0; (a = algorithm_at(i)); i++)
		if (a->collective == problem->collective &&
			(a->name ? !strcmp(a->name, problem->algorithm)
				 : is_family(problem->algorithm, a->suffix)))
			return a;
	list_names(names, sizeof names, problem->collective, &problem->net);
	why(EINVAL, "%s has no algorithm '%s'; on %s it has %s",
		collective_name(problem->collective), problem->algorithm, problem->net.name, names);
	return NULL;
}

static int check_nodes(const struct problem *problem)
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

int collective_plan(struct plan **plan, const struct problem *problem)
{
	const struct algorithm *algorithm = algorithm_of(problem);
	int error;

	if (!algorithm)
		return -EINVAL;
	error = check_nodes(problem);
	if (!error)
		error = algorithm->build(plan, problem);
	if (error)
		return error;
	memcpy((*plan)->problem.algorithm, problem->algorithm, ALGORITHM_NAME);
	memcpy((*plan)->problem.order, problem->order, ALGORITHM_NAME);
	error = plan_seal(*plan);
	if (error)
		plan_free(*plan);
	return error;
}
