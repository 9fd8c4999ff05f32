/* Chooses the algorithm with the least estimated time among all that serve a problem. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "collectives/auto/choose.h"
#include "collectives/registry.h"
#include "collectives/memory_need.h"
#include "plan/semantics.h"
#include "topology/trees/families.h"

enum {
	COMPOSED = 2, /* at most, for a collective */
	COMPOSED_NODES = 64,
	LARGE_PLAN = 32 << 20 /* bytes */
};

/* Returns true if a plan has more hops than a choice is worth: two exchanges of a part for each
 * node, or messages cut into many parts, on many nodes. */
static bool too_large(const struct network *net, const struct algorithm *algorithm)
{
	double hops = 2 * (double)net->nodes * (double)network_distance_sum(net);

	if (algorithm->dimensions && net->digits > algorithm->dimensions)
		return true;
	return algorithm->name && !strcmp(algorithm->name, "permuted-send") && hops > 1 << 16;
}

/* Returns true if a flow, and perhaps a linear program, takes more than some hundredths of a
 * second. */
static bool too_slow(const struct network *net, const char *algorithm)
{
	bool by_flow = !strcmp(algorithm, "flow") || !strcmp(algorithm, "twophase");

	return by_flow && (double)net->nodes * net->ports * network_diameter(net) > 1 << 13;
}

/* Returns true if the algorithm is never the best of all. */
static bool only_by_name(const struct problem *problem, const struct algorithm *algorithm)
{
	const struct family *family = family_along(problem->algorithm);
	bool one_link = problem->ports <= EXCHANGE && problem->net.nodes <= COMPOSED_NODES;

	if (!algorithm->name)
		return family && family->by_name && !(family->one_port && problem->ports < ALL);
	return algorithm->by_name && !(algorithm->one_link && one_link);
}

/* Returns true if a circuit gains nothing. Trees round a circuit gain only where packets follow one
 * another. On cubes the nESBT takes fewer steps for as many packets, under every port model. */
static bool goes_round_for_nothing(const struct problem *problem, const char *algorithm)
{
	const struct family *family = family_along(algorithm);
	bool pipelined = collective_kind(problem->collective)->forward == BROADCAST ||
			 strchr(algorithm, '-');

	return family && family->circuit &&
	       (!pipelined || !applies_to_cubes_with_links(&problem->net));
}

/* Finds whether the trees are much higher than the network is wide. Such trees never win, and on
 * large networks cost much to plan. Returns 0 or -ENOMEM. */
static int too_high(bool *high, const struct network *net, const char *algorithm)
{
	const struct family *family = family_along(algorithm);
	struct forest *forest;
	int error;

	*high = family && family->circuit && net->nodes > 16;
	if (!family || *high || family->shortest || net->nodes <= 16)
		return 0;
	if (family->base)
		family = family_named(family->base);
	error = forest_grow(&forest, net, family);
	*high = error || forest_height(forest, 0) > 2 * network_diameter(net) + 2;
	if (!error)
		forest_free(forest);
	return error == -ENOMEM ? error : 0;
}

/* The conditions of a choice: blocks of `bytes` bytes, of whole elements, on links of such
 * rates. */
struct wanted {
	size_t bytes, element;
	const struct rates *rates;
};

/* Estimates the time of a problem, which is INFINITY if there is no such plan. Returns 0 or
 * -ENOMEM. */
static int seconds_of(double *seconds, const struct problem *problem, const struct wanted *wanted)
{
	struct binding binding = { .bytes = wanted->bytes, .element = wanted->element };
	struct plan *plan;
	int error = collective_plan(&plan, problem);

	*seconds = INFINITY;
	if (error)
		return error == -ENOMEM ? error : 0;
	error = plan_best_packet(
		&binding.packet, plan, wanted->bytes, wanted->element, wanted->rates);
	if (!error)
		error = plan_estimate(seconds, plan, &binding, wanted->rates);
	plan_free(plan);
	return error;
}

/* Finds why a candidate is not worth a plan, or NULL. Returns 0 or -ENOMEM. */
static int find_reason(const char **reason, const struct problem *problem)
{
	const char *name = problem->algorithm;
	bool high = false;
	int error = 0;

	*reason = NULL;
	if (algorithm_serves(problem))
		*reason = collective_sends(problem->collective)
				  ? "it does not send to this destination"
				  : "it is for other permutations";
	else if (too_large(&problem->net, algorithm_of(problem)))
		*reason = "its plan is large";
	else if (too_slow(&problem->net, name))
		*reason = "its planning takes long";
	else if (only_by_name(problem, algorithm_of(problem)) ||
		 goes_round_for_nothing(problem, name))
		*reason = "another one is the same or faster";
	else
		error = too_high(&high, &problem->net, name);
	if (high)
		*reason = "its trees are too high";
	return error;
}

/* Makes a candidate. Lack of memory is a reason to leave out only a large plan: without a small
 * plan the choice would not be the same the next time. Returns 0, or -ENOMEM with why. */
static int consider(struct candidate *candidate, const struct problem *problem, const char *name,
	const char *order, const struct wanted *wanted)
{
	struct problem own = *problem;
	int error;

	*candidate = (struct candidate){ .seconds = INFINITY, .measured = NAN };
	snprintf(candidate->algorithm, ALGORITHM_NAME, "%s", name);
	snprintf(candidate->order, ALGORITHM_NAME, "%s", order);
	memcpy(own.algorithm, candidate->algorithm, ALGORITHM_NAME);
	memcpy(own.order, candidate->order, ALGORITHM_NAME);
	error = find_reason(&candidate->left_out, &own);
	if (!error && !candidate->left_out) {
		error = seconds_of(&candidate->seconds, &own, wanted);
		if (isinf(candidate->seconds))
			candidate->left_out = "it cannot be planned here";
	}
	if (error && memory_need_bytes(&own) > LARGE_PLAN) {
		candidate->left_out = "it does not fit into memory";
		error = 0;
	}
	return error;
}

/* Returns another order to look at, or NULL. Dimension by dimension a node sends fewer, larger
 * packets than level by level. */
static const char *other_order(const struct problem *problem, const char *name)
{
	const struct collective_kind *kind = collective_kind(problem->collective);
	struct problem own = *problem;
	const struct algorithm *a;

	strcpy(own.algorithm, name);
	a = algorithm_of(&own);
	if (a->name)
		return a->order;
	if (!network_dimensions(&problem->net) || problem->ports != ALL || strchr(name, '-'))
		return NULL;
	if (!kind->symmetric || kind->blocks == NO_BLOCKS)
		return NULL;
	return family_along(name)->base && family_along(name)->by_dimension ? "rotations"
									    : "dimension";
}

/* Sorts stably, so that equals keep the order of the table; qsort is not stable. */
static void sort(struct candidate *list, int count)
{
	for (int i = 1; i < count; i++)
		for (int k = i; k > 0 && list[k - 1].seconds > list[k].seconds; k--) {
			struct candidate held = list[k];

			list[k] = list[k - 1];
			list[k - 1] = held;
		}
}

/* Considers the algorithms of the table that are not composed. Returns how many, or -ENOMEM. */
static int consider_all(struct candidate list[CANDIDATES], const struct problem *problem,
	const struct wanted *wanted)
{
	char name[ALGORITHM_NAME];
	int count = 0, error = 0;

	for (int i = 0; count < CANDIDATES - COMPOSED - 1 && !error &&
			!algorithm_name_at(name, problem->collective, &problem->net, i);
		i++) {
		const char *order = other_order(problem, name);

		error = consider(&list[count++], problem, name, "", wanted);
		if (order && !error)
			error = consider(&list[count++], problem, name, order, wanted);
	}
	sort(list, count);
	return error ? error : count;
}

/* ---- Composed algorithms: the best of each part ---- */

/* Returns the bytes of a block of a part. A vector is N slices; a collective of N blocks moves each
 * slice, or all slices as one vector. */
static size_t part_bytes(
	const struct problem *whole, const struct problem *part, size_t bytes, size_t element)
{
	uint64_t have = semantics_blocks(whole), want = semantics_blocks(part);

	if (have < want)
		return bytes / want / element * element;
	return bytes <= SIZE_MAX / have ? bytes * (size_t)(have / want) : 0;
}

/* Writes the fastest algorithm that can be composed into the problem of a part. */
static int choose_part(
	struct problem *part, const struct problem *whole, const struct wanted *wanted)
{
	struct candidate list[CANDIDATES];
	struct wanted own = *wanted;
	int count, error;

	own.bytes = part_bytes(whole, part, wanted->bytes, wanted->element);
	count = own.bytes ? consider_all(list, part, &own) : 0;
	for (int i = 0; i < count && !list[i].left_out; i++) {
		memcpy(part->algorithm, list[i].algorithm, ALGORITHM_NAME);
		memcpy(part->order, list[i].order, ALGORITHM_NAME);
		error = composed_serves(part);
		if (!error || error == -ENOMEM)
			return error;
	}
	return count < 0 ? count : -ENOENT;
}

/* Considers a composed algorithm, which is no slower than its parts, each in one round, one after
 * the other. So up to sizes whose parts would be pipelined no collective is expected to be slower
 * than other collectives that do the same work (Traeff, Gropp & Thakur 2010). The plan is written
 * out for every node, so large networks have no composed algorithms. Returns 0; -ENOMEM; or another
 * error if there is no such candidate. */
static int consider_composed(struct candidate *candidate, const struct algorithm *a,
	const struct problem *problem, const struct wanted *wanted)
{
	struct problem part[2] = { *problem, *problem }, own = *problem;
	int error = -ENOENT;

	if (!a->composes || a->collective != problem->collective ||
		problem->net.nodes > COMPOSED_NODES)
		return error;
	for (int i = 0; i < 2; i++) {
		part[i].root = 0;
		part[i].collective = a->composed[i];
		error = choose_part(&part[i], problem, wanted);
		if (error)
			return error;
	}
	error = composed_name(&own, part, a->suffix);
	return error ? error : consider(candidate, problem, own.algorithm, own.order, wanted);
}

int choose(struct candidate list[CANDIDATES], const struct problem *problem, size_t bytes,
	size_t element, const struct rates *rates)
{
	const struct wanted wanted = { bytes, element, rates };
	int count = consider_all(list, problem, &wanted), error = 0;
	const struct algorithm *a;

	for (int i = 0; count >= 0 && error != -ENOMEM && (a = algorithm_at(i)); i++) {
		error = consider_composed(&list[count], a, problem, &wanted);
		count += !error;
	}
	if (count < 0 || error == -ENOMEM)
		return -ENOMEM;
	if (!count)
		return why(EINVAL, "%s: no algorithm serves %s",
			collective_name(problem->collective), problem->net.name);
	sort(list, count);
	if (isinf(list[0].seconds))
		return -EINVAL; /* with the last refusal as why */
	return count;
}
