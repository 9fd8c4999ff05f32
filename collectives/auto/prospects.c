/* Walks over the algorithms and orders that could serve a problem, and says which are not worth a
 * plan. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>
#include "collectives/auto/prospects.h"
#include "collectives/auto/usual.h"
#include "topology/trees/families.h"

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
static bool only_by_name(const struct problem *problem, const struct algorithm *algorithm,
	const struct family *family)
{
	bool one_link = problem->ports <= EXCHANGE && problem->net.nodes <= COMPOSED_NODES;

	if (!algorithm->name)
		return family && family->by_name && !(family->one_port && problem->ports < ALL);
	return algorithm->by_name && !(algorithm->one_link && one_link);
}

/* Returns true if a circuit gains nothing. Trees round a circuit gain only where packets follow one
 * another. On cubes the nESBT takes fewer steps for as many packets, under every port model. */
static bool goes_round_for_nothing(const struct problem *problem, const struct family *family)
{
	bool pipelined = collective_kind(problem->collective)->forward == BROADCAST ||
			 strchr(problem->algorithm, '-');

	return family && family->circuit &&
	       (!pipelined || !applies_to_cubes_with_links(&problem->net));
}

/* Finds whether the trees are much higher than the network is wide. Such trees never win, and on
 * large networks cost much to plan. Returns 0 or -ENOMEM. */
static int too_high(bool *high, const struct network *net, const struct family *family)
{
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

/* Returns true if an earlier family has the same tree: two nodes have only one. */
static bool same_tree(const struct problem *problem, const struct family *family)
{
	const struct family *first;

	if (problem->net.nodes != 2 || !family)
		return false;
	for (int f = 0; (first = family_at(f)); f++)
		if (first->name[0] != '.' && !first->by_name && !first->applies(&problem->net))
			return first != family;
	return false;
}

int prospect_left_out(const char **reason, const struct problem *problem, const struct rates *rates)
{
	const struct algorithm *a = algorithm_of(problem);
	const struct family *family = family_along(problem->algorithm);
	bool folded = rates->here && rates->threads < problem->net.nodes;
	bool high = false;
	int error = 0;

	*reason = NULL;
	if (!a || (a->serves && a->serves(problem)))
		*reason = collective_sends(problem->collective)
				  ? "it does not send to this destination"
				  : "it is for other permutations";
	else if (too_large(&problem->net, a))
		*reason = "its plan is large";
	else if (too_slow(&problem->net, problem->algorithm))
		*reason = "its planning takes long";
	else if (folded && a->balances)
		*reason = "it balances links, and threads with several nodes have no use for that";
	else if (same_tree(problem, family))
		*reason = "two nodes have a single tree";
	else if (only_by_name(problem, a, family) || goes_round_for_nothing(problem, family))
		*reason = "another one is the same or faster";
	else
		error = too_high(&high, &problem->net, family);
	if (high)
		*reason = "its trees are too high";
	return error;
}

/* ---- The walk ---- */

/* Returns another order to look at, or NULL. Dimension by dimension a node sends fewer, larger
 * packets than level by level. */
static const char *other_order(const struct problem *problem, const struct algorithm_walk *walk)
{
	const struct collective_kind *kind = collective_kind(problem->collective);
	const struct algorithm *a = walk->algorithm;

	if (a->name)
		return a->order;
	if (!network_dimensions(&problem->net) || problem->ports != ALL || a->suffix[0])
		return NULL;
	if (!kind->symmetric || kind->blocks == NO_BLOCKS)
		return NULL;
	return walk->family->base && walk->family->by_dimension ? "rotations" : "dimension";
}

/* Returns false for a network that an algorithm is not for, and for composed algorithms on so many
 * nodes that their estimates take long. */
static bool is_for(const struct prospect_walk *walk)
{
	const struct algorithm *a = walk->at.algorithm;
	const struct family *family = walk->at.family;
	const struct network *net = &walk->problem->net;

	return !(a->applies && a->applies(net)) && !(family && family->applies(net)) &&
	       !(a->composes && net->nodes > COMPOSED_NODES);
}

/* Takes the next name of the list that is for the network, once for each tree. */
static bool next_named(struct prospect_walk *walk)
{
	struct problem own = *walk->problem;

	while (usual_next(&walk->names, walk->algorithm, walk->order)) {
		memcpy(own.algorithm, walk->algorithm, ALGORITHM_NAME);
		walk->at.algorithm = algorithm_of(&own);
		walk->at.family = NULL;
		if (!walk->at.algorithm->name && !walk->at.algorithm->composes)
			walk->at.family = family_along(own.algorithm);
		if (is_for(walk) && !same_tree(walk->problem, walk->at.family))
			return true;
	}
	return false;
}

bool prospect_next(struct prospect_walk *walk)
{
	const struct problem *problem = walk->problem;

	if (walk->names)
		return next_named(walk);
	if (walk->other) {
		strcpy(walk->order, walk->other);
		walk->other = NULL;
		return true;
	}
	walk->order[0] = 0;
	if (!algorithm_next(&walk->at, problem->collective, &problem->net))
		return false;
	algorithm_walk_name(walk->algorithm, &walk->at);
	walk->other = other_order(problem, &walk->at);
	return true;
}
