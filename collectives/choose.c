/* Chooses the algorithm with the least estimated time among all that serve a problem. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/why.h"
#include "collectives/choose.h"
#include "collectives/collective.h"
#include "plan/promise.h"
#include "topology/tree.h"

enum {
	COMPOSED = 2,	     /* at most, of one collective */
	COMPOSED_NODES = 64
};

/* Two exchanges of a part for each node, or messages cut in many parts: on many nodes there are more
 * hops than a choice is worth. */
static bool too_large(const struct network *net, const struct algorithm *algorithm)
{
	double hops = 2 * (double)net->nodes * (double)network_distance_sum(net);

	if (algorithm->dimensions && net->digits > algorithm->dimensions)
		return true;
	return algorithm->name && !strcmp(algorithm->name, "permuted-send") && hops > 1 << 16;
}

/* A flow, and perhaps a linear program, that takes more than some hundredths of a second. */
static bool too_slow(const struct network *net, const char *algorithm)
{
	bool by_flow = !strcmp(algorithm, "flow") || !strcmp(algorithm, "twophase");

	return by_flow &&
	       (double)net->nodes * net->ports * network_diameter(net) > 1 << 13;
}

/* Trees much higher than the network is wide never win, and on large networks cost much to plan. */
static bool too_high(const struct network *net, const char *algorithm)
{
	char name[ALGORITHM_NAME];
	const struct family *family;
	struct forest *forest;
	bool high;

	snprintf(name, sizeof name, "%.*s", (int)strcspn(algorithm, "-"), algorithm);
	family = family_named(name);
	if (!family || net->nodes <= 16)
		return false;
	if (family->base)
		family = family_named(family->base);
	if (forest_grow(&forest, net, family))
		return true;
	high = forest_height(forest, 0) > 2 * network_diameter(net) + 2;
	forest_free(forest);
	return high;
}

static double seconds_of(
	const struct problem *problem, size_t bytes, size_t element, const struct rates *rates)
{
	struct binding binding = { .bytes = bytes, .element = element };
	struct plan *plan;
	double seconds;

	if (collective_plan(&plan, problem))
		return INFINITY;
	binding.packet = plan_best_packet(plan, bytes, element, rates);
	seconds = plan_estimate(plan, &binding, rates);
	plan_free(plan);
	return seconds;
}

static void consider(struct candidate *candidate, const struct problem *problem, const char *name,
	const char *order, size_t bytes, size_t element, const struct rates *rates)
{
	struct problem own = *problem;

	*candidate = (struct candidate){ .seconds = INFINITY, .measured = NAN };
	snprintf(candidate->algorithm, ALGORITHM_NAME, "%s", name);
	snprintf(candidate->order, ALGORITHM_NAME, "%s", order);
	memcpy(own.algorithm, candidate->algorithm, ALGORITHM_NAME);
	memcpy(own.order, candidate->order, ALGORITHM_NAME);
	if (algorithm_serves(&own)) {
		candidate->left_out = problem->collective == SEND
					      ? "it does not send to this destination"
					      : "it is for other permutations";
		return;
	}
	if (too_large(&problem->net, algorithm_of(&own))) {
		candidate->left_out = "its plan is large";
		return;
	}
	if (too_slow(&problem->net, name)) {
		candidate->left_out = "its planning takes long";
		return;
	}
	if (algorithm_of(&own)->by_name) {
		candidate->left_out = "another one is the same or faster";
		return;
	}
	if (too_high(&problem->net, name)) {
		candidate->left_out = "its trees are too high";
		return;
	}
	candidate->seconds = seconds_of(&own, bytes, element, rates);
	if (isinf(candidate->seconds))
		candidate->left_out = "it cannot be planned here";
}

/* One more order to look at, or NULL. Dimension by dimension a node sends fewer, larger packets than
 * level by level. */
static const char *other_order(const struct problem *problem, const char *name)
{
	enum collective c = problem->collective;
	struct problem own = *problem;
	const struct algorithm *a;

	strcpy(own.algorithm, name);
	a = algorithm_of(&own);
	if (a->name)
		return a->order;
	if (!network_dimensions(&problem->net) || problem->ports != ALL || strchr(name, '-'))
		return NULL;
	if (c != ALLGATHER && c != REDUCESCATTER && c != ALLREDUCE && c != ALLTOALL)
		return NULL;
	return strcmp(name, "nrsbt") != 0 ? "dimension" : "rotations";
}

/* Stable, so that equals keep the order of the table; qsort is not. */
static void sort(struct candidate *list, int count)
{
	for (int i = 1; i < count; i++)
		for (int k = i; k > 0 && list[k - 1].seconds > list[k].seconds; k--) {
			struct candidate held = list[k];

			list[k] = list[k - 1];
			list[k - 1] = held;
		}
}

/* Those of the table, which are not composed. */
static int consider_all(struct candidate list[CANDIDATES], const struct problem *problem,
	size_t bytes, size_t element, const struct rates *rates)
{
	char name[ALGORITHM_NAME];
	int count = 0;

	for (int i = 0; count < CANDIDATES - COMPOSED - 1 &&
			!algorithm_name_at(name, problem->collective, &problem->net, i);
		i++) {
		const char *order = other_order(problem, name);

		consider(&list[count++], problem, name, "", bytes, element, rates);
		if (order)
			consider(&list[count++], problem, name, order, bytes, element, rates);
	}
	sort(list, count);
	return count;
}

/* ---- Composed ones: the best of each part ---- */

/* A vector is N slices; a collective of N blocks moves each of them, or all as one vector. */
static size_t part_bytes(const struct problem *whole, const struct problem *part, size_t bytes,
	size_t element)
{
	uint64_t have = promise_blocks(whole), want = promise_blocks(part);

	if (have < want)
		return bytes / want / element * element;
	return bytes <= SIZE_MAX / have ? bytes * (size_t)(have / want) : 0;
}

/* The fastest algorithm of a part that can be composed, into its problem. */
static int choose_part(struct problem *part, const struct problem *whole, size_t bytes,
	size_t element, const struct rates *rates)
{
	struct candidate list[CANDIDATES];
	size_t own = part_bytes(whole, part, bytes, element);
	int count = own ? consider_all(list, part, own, element, rates) : 0;

	for (int i = 0; i < count && !list[i].left_out; i++) {
		memcpy(part->algorithm, list[i].algorithm, ALGORITHM_NAME);
		memcpy(part->order, list[i].order, ALGORITHM_NAME);
		if (!composed_serves(part))
			return 0;
	}
	return -ENOENT;
}

/* No slower than its parts, each in one round, one after another: so up to sizes whose parts would be pipelined
 * no collective is expected to be slower than others that do its work (guidelines.h). It is written out for every node: large networks have none. */
static bool consider_composed(struct candidate *candidate, const struct algorithm *a,
	const struct problem *problem, size_t bytes, size_t element, const struct rates *rates)
{
	struct problem part[2] = { *problem, *problem }, own = *problem;

	if (!a->composes || a->collective != problem->collective ||
		problem->net.nodes > COMPOSED_NODES)
		return false;
	for (int i = 0; i < 2; i++) {
		part[i].root = 0;
		part[i].collective = a->composed[i];
		if (choose_part(&part[i], problem, bytes, element, rates))
			return false;
	}
	if (composed_name(&own, part, a->suffix))
		return false;
	consider(candidate, problem, own.algorithm, own.order, bytes, element, rates);
	return true;
}

int choose(struct candidate list[CANDIDATES], const struct problem *problem, size_t bytes,
	size_t element, const struct rates *rates)
{
	int count = consider_all(list, problem, bytes, element, rates);
	const struct algorithm *a;

	for (int i = 0; (a = algorithm_at(i)); i++)
		count += consider_composed(&list[count], a, problem, bytes, element, rates);
	if (!count)
		return why(EINVAL, "%s: no algorithm serves %s",
			collective_name(problem->collective), problem->net.name);
	sort(list, count);
	if (isinf(list[0].seconds))
		return -EINVAL; /* with the last refusal as why */
	return count;
}
