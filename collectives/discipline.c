/* Finds the order that a problem names or usually has, and lists the orders that it can have. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "base/error.h"
#include "collectives/discipline.h"
#include "topology/tree.h"
#include "collectives/timing.h"

/* An algorithm without trees has no property of trees. */
static const struct family *family_of(const struct problem *problem)
{
	static const struct family none;
	const struct family *family = family_along(problem->algorithm);

	return family ? family : &none;
}

/* Returns the timing for the models of one port. On paths a node uses one port at a time anyway. On
 * other trees each time belongs to one dimension if the network has dimensions, and `other` is used
 * if it has none. */
static enum timing one_port(const struct problem *problem, enum timing other)
{
	return family_of(problem)->paths	   ? BY_LEVEL
	       : network_dimensions(&problem->net) ? BY_LABEL
						   : other;
}

/* Returns the timing in which each link carries the blocks of all nodes below it together. */
static enum timing timing_postorder(const struct problem *problem)
{
	bool ports_are_dimensions = problem->net.ports == problem->net.digits;

	if (problem->ports == ALL || family_of(problem)->paths)
		return BY_LEVEL;
	return ports_are_dimensions && !family_of(problem)->unordered ? BY_LABEL : BY_TURN;
}

/* On the star graph a single greedy tree is done in n (n-1)/2 steps if children take turns, and in
 * (n-1) (n-2) + 1 dimension by dimension, because the paths cross the dimensions in no order.
 * Several trees are different: times of a single dimension keep the trees apart. */
static bool alone_on_a_star(const struct problem *problem)
{
	const struct network *net = &problem->net;

	return network_dimensions(net) && !net->digits && family_of(problem)->congestion <= 1;
}

/* Returns true if there are several trees. */
static bool along_several_trees(const struct problem *problem)
{
	const struct family *family = family_along(problem->algorithm);

	return family && !family->applies(&problem->net) && family_trees(family, &problem->net) > 1;
}

/* In dimension order the rotated copies of the SBT cross disjoint links at all times, n steps of
 * M/n; level by level the copies do not (Johnsson & Ho 1986, section 4.1.4). The tcbt has no good
 * labels, because its paths cross the dimensions in no order. Nickolov's trees (1993), which share
 * no link, keep apart by colours with one port, and by sides with half duplex. */
static enum timing discipline_usual_broadcast(const struct problem *problem)
{
	const struct family *family = family_of(problem);
	const struct network *net = &problem->net;

	if (family->circuit)
		return problem->ports == ALL ? BY_LEVEL : BY_TURN;
	if (!network_dimensions(net) && network_colours(net) && along_several_trees(problem)) {
		if (problem->ports < ALL)
			return BY_COLOUR;
		if (problem->duplex == HALF)
			return BY_SIDE;
	}
	if (problem->ports < ALL)
		return family->unordered || alone_on_a_star(problem) ? BY_TURN
								     : one_port(problem, BY_TURN);
	return family->by_dimension ? BY_LABEL : BY_LEVEL;
}

/* Returns true if the trees cross a dimension at each level: then there are as many steps level by
 * level as dimension by dimension. */
static bool crosses_in_order(const struct problem *problem)
{
	return family_of(problem)->ascends && problem->net.ports == problem->net.digits;
}

/* Return the usual timing of the problem, and the usual timing of a broadcast along the same
 * trees. */
static enum timing discipline_usual(const struct problem *problem)
{
	bool back = strstr(problem->algorithm, "-rb") != NULL;

	switch (problem->collective) {
	case BROADCAST:
	case REDUCE:
		return discipline_usual_broadcast(problem);
	case ALLREDUCE:
		if (back)
			return discipline_usual_broadcast(problem);
		/* fall through */
	case ALLGATHER:
	case REDUCESCATTER:
		return problem->ports == ALL ? BY_LEVEL : one_port(problem, BY_LEVEL);
	case BARRIER: /* news needs no bandwidth: the fewest steps, and then the fewest packets */
		return problem->ports == ALL && !crosses_in_order(problem)
			       ? BY_LEVEL
			       : one_port(problem, BY_LEVEL);
	case SEND:
		return BY_LEVEL;
	case ALLTOALL:
		return problem->ports == ALL ? FARTHEST_FIRST : one_port(problem, FARTHEST_FIRST);
	case PERMUTE:
		return FARTHEST_FIRST;
	default:
		return problem->ports == ALL || family_of(problem)->paths
			       ? FARTHEST_FIRST
			       : timing_postorder(problem);
	}
}

/* Johnsson & Ho 1986 call the orders of personalized communication scheduling disciplines (section
 * 5.1). `postorder`: a link carries at once the blocks of all nodes below it; with one port, in the
 * order of dimensions or in turn. `breadth` is Johnsson & Ho's reverse breadth first. */
enum {
	LEVEL,
	DIMENSION,
	SLOT,
	TURN,
	ROTATIONS,
	POSTORDER,
	BREADTH,
	STREAM,
	GRAY,
	PRUNED,
	SHORT,
	STEPS,
	COLOUR,
	SIDE,
	WHOLE_BLOCKS,
	ORDERS
};

const char *const discipline_names[ORDERS + 1] = {
	[LEVEL] = "level",
	[DIMENSION] = "dimension",
	[SLOT] = "slot",
	[TURN] = "turn",
	[ROTATIONS] = "rotations",
	[POSTORDER] = "postorder",
	[BREADTH] = "breadth",
	[STREAM] = "stream",
	[GRAY] = "gray",
	[PRUNED] = "pruned",
	[SHORT] = "short",
	[STEPS] = "steps:K",
	[COLOUR] = "colour",
	[SIDE] = "side",
	[WHOLE_BLOCKS] = "whole",
};

static bool one_to_each(enum collective c)
{
	return collective_kind(c)->forward == SCATTER;
}

/* "broadcast4-rb" is made of broadcast4. */
static bool starts_with(const char *algorithm, const char *name)
{
	size_t length = strlen(name);

	return !strncmp(algorithm, name, length) &&
	       (!algorithm[length] || algorithm[length] == '-');
}

/* Returns the order that an algorithm without trees has beside the usual order, or ORDERS if
 * none. */
static int own_order(const struct problem *problem)
{
	static const struct {
		const char *algorithm;
		int order;
	} own[] = { { "broadcast3a", PRUNED }, { "broadcast3b", PRUNED }, { "broadcast4", PRUNED },
		{ "lc-transpose", SHORT } };

	for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
		if (starts_with(problem->algorithm, own[i].algorithm))
			return own[i].order;
	return ORDERS;
}

/* Returns true if links are crossed only in one direction: then packets may come at any time. */
static bool goes_one_way(const struct problem *problem)
{
	const struct family *family = family_along(problem->algorithm);

	return family->one_way || family_trees(family, &problem->net) == 1;
}

/* Along a single path, packets of all sizes follow one another under every port model. */
static bool is_one_path(const struct problem *problem)
{
	return family_along(problem->algorithm)->paths == 1 && !along_several_trees(problem);
}

/* Returns true if rotated trees go dimension by dimension, and so use n dimensions at once. */
static bool has_rotations(const struct problem *problem)
{
	const struct family *family = family_along(problem->algorithm);

	return family->base && family->by_dimension && problem->ports == ALL;
}

static bool exists(const struct problem *problem, int order)
{
	const struct family *family = family_along(problem->algorithm);

	if (order == PRUNED || order == SHORT)
		return order == own_order(problem);
	/* The builder reads the number K. Other builders have a single order. */
	if (order == STEPS || !family)
		return false;

	switch (order) {
	case DIMENSION:
		return !has_rotations(problem);
	case SLOT:
		return network_dimensions(&problem->net) > 0;
	case ROTATIONS:
		return has_rotations(problem);
	case POSTORDER:
	case BREADTH:
		return collective_kind(problem->collective)->personalized;
	case STREAM:
		return one_to_each(problem->collective) &&
		       (problem->duplex == FULL || goes_one_way(problem)) &&
		       (problem->ports == ALL || is_one_path(problem));
	case COLOUR:
		return network_colours(&problem->net) > 0;
	case WHOLE_BLOCKS: /* trees that share no link */
		return problem->collective == BROADCAST && family->disjoint &&
		       along_several_trees(problem);
	case GRAY:
		return one_to_each(problem->collective) && crosses_in_order(problem);
	default:
		return true;
	}
}

static enum timing timing_of(const struct problem *problem, int order)
{
	switch (order) {
	case LEVEL:
		return BY_LEVEL;
	case DIMENSION:
	case ROTATIONS:
		return BY_LABEL;
	case SLOT:
		return BY_SLOT;
	case TURN:
		return BY_TURN;
	case POSTORDER:
		return timing_postorder(problem);
	case GRAY:
		return IN_GRAY_ORDER;
	case COLOUR:
		return BY_COLOUR;
	case SIDE:
		return BY_SIDE;
	case WHOLE_BLOCKS:
		return discipline_usual_broadcast(problem);
	default:
		return FARTHEST_FIRST;
	}
}

/* Returns the order's place in the table, or ORDERS if this problem has no order of that name. */
static int find(const struct problem *problem, const char *name)
{
	int i = 0;

	while (i < ORDERS && (strcmp(name, discipline_names[i]) != 0 || !exists(problem, i)))
		i++;
	return i;
}

static int refuse(const struct problem *problem)
{
	char list[128] = "";

	for (int i = 0; i < ORDERS; i++)
		if (exists(problem, i)) {
			size_t length = strlen(list);

			snprintf(list + length, sizeof list - length, "%s%s", length ? ", " : "",
				discipline_names[i]);
		}
	return why(EINVAL, "%s %s on %s with ports %s has no order '%s'; it has %s",
		collective_name(problem->collective), problem->algorithm, problem->net.name,
		ports_name(problem->ports), problem->order, list[0] ? list : "only one");
}

int discipline_check(const struct problem *problem)
{
	return !problem->order[0] || find(problem, problem->order) < ORDERS ? 0 : refuse(problem);
}

int discipline_none(const struct problem *problem)
{
	return problem->order[0] ? refuse(problem) : 0;
}

int discipline_timing(enum timing *timing, const struct problem *problem)
{
	int order = find(problem, problem->order);

	if (problem->order[0] && order == ORDERS)
		return refuse(problem);
	*timing = problem->order[0] ? timing_of(problem, order) : discipline_usual(problem);
	return 0;
}

bool discipline_streams(const struct problem *problem)
{
	return find(problem, problem->order) == STREAM;
}
