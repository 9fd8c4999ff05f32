/* Walks over the algorithms and orders that could serve a problem, and says which are not worth a
 * plan. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <limits.h>
#include <string.h>
#include "collectives/auto/prospects.h"
#include "collectives/auto/usual.h"
#include "plan/model/thread_floor.h"
#include "topology/trees/families.h"

/* Returns true if a plan has more hops than a choice is worth: two exchanges of a part for each
 * node, or messages cut into many parts, on many nodes. */
static bool too_large(const struct network *net, const struct algorithm *algorithm)
{
	if (algorithm->dimensions && net->digits > algorithm->dimensions)
		return true;
	return algorithm->name && !strcmp(algorithm->name, "permuted-send") &&
	       2 * (double)net->nodes * (double)network_distance_sum(net) > 1 << 16;
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

/* ---- Floors ---- */

/* In a symmetric plan a packet at most doubles how many nodes a node has heard of. */
static double packets_of_all(const struct network *net)
{
	double each = 0;

	for (int heard = 1; heard < net->nodes && heard <= INT_MAX / 2; heard *= 2)
		each++;
	return net->nodes * each;
}

/* Returns how many packets each node gets at least where a block goes along trees from the root. */
static double trees_of(const struct family *family, const struct network *net, size_t elements)
{
	double trees =
		family && family->disjoint && !family->partial ? family_trees(family, net) : 1;

	return (double)elements >= trees ? trees : 1;
}

static double least_packets(enum collective collective, const struct algorithm *a,
	const struct family *family, const struct network *net, size_t elements)
{
	bool there_and_back = !a->name && !a->composes && !a->suffix[0];
	double others = net->nodes - 1;

	switch (collective) {
	case BROADCAST:
	case REDUCE:
		return others * trees_of(family, net, elements);
	case SCATTER:
	case GATHER:
		return others;
	case ALLGATHER:
	case REDUCESCATTER:
	case ALLTOALL:
		return packets_of_all(net);
	case BARRIER:
		return a->suffix[0] ? 2 * others : packets_of_all(net);
	case ALLREDUCE:
		return there_and_back ? 2 * packets_of_all(net)
				      : 2 * others * trees_of(family, net, elements);
	default:
		return 0;
	}
}

/* Returns the blocks that all nodes together get at least. A block that is combined counts each
 * time. 0: not known, because paths differ, or because a replay leaves out most of the packets
 * that follow one another. */
static double least_blocks(const struct algorithm *a, const struct network *net)
{
	bool one_round = a->composes || (!a->name && !a->suffix[0]);
	double others = net->nodes - 1;

	switch (a->collective) {
	case BROADCAST:
	case REDUCE:
		return a->composes ? others : 0;
	case ALLGATHER:
	case REDUCESCATTER:
		return others * net->nodes;
	case ALLREDUCE:
		return one_round ? 2 * others : 0;
	default:
		return 0;
	}
}

/* The packets of a composed algorithm are those of its parts. But where bytes are only copied, the
 * second part leaves out what nodes have, and only sends something to each node. */
static double composed_packets(const struct algorithm *a, const struct network *net)
{
	double packets = 0;

	for (int i = 0; i < 2; i++)
		packets += i && !collective_folds(a->collective)
				   ? net->nodes - 1
				   : least_packets(a->composed[i], a, NULL, net, 1);
	return packets;
}

double prospect_floor(const struct problem *problem, const struct algorithm *a,
	const struct family *family, const struct prospect_size *size)
{
	struct least_work work = { 0 };

	if (!size->rates->here || size->rates->levels ||
		(collective_has_bytes(a->collective) && size->bytes < size->element))
		return 0;
	work.bytes = least_blocks(a, &problem->net) * (double)size->bytes;
	work.packets = a->composes ? composed_packets(a, &problem->net)
				   : least_packets(problem->collective, a, family, &problem->net,
					     size->bytes / size->element);
	return thread_floor(&work, problem, size->bytes, size->rates);
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
