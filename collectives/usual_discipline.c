/* Finds the order that is usual for a problem: the best for large packets, by the papers. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "collectives/usual_discipline.h"
#include "topology/tree.h"

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

enum timing timing_postorder(const struct problem *problem)
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

bool along_several_trees(const struct problem *problem)
{
	const struct family *family = family_along(problem->algorithm);

	return family && !family->applies(&problem->net) && family_trees(family, &problem->net) > 1;
}

/* In dimension order the rotated copies of the SBT cross disjoint links at all times, n steps of
 * M/n; level by level the copies do not (Johnsson & Ho 1986, section 4.1.4). The tcbt has no good
 * labels, because its paths cross the dimensions in no order. Nickolov's trees (1993), which share
 * no link, keep apart by colours with one port, and by sides with half duplex. */
enum timing discipline_usual_broadcast(const struct problem *problem)
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

bool crosses_in_order(const struct problem *problem)
{
	return family_of(problem)->ascends && problem->net.ports == problem->net.digits;
}

enum timing discipline_usual(const struct problem *problem)
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
