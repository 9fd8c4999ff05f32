/* Finds the order that is usual for a problem: the best where packets are large, by the papers. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>
#include "collectives/usual_discipline.h"

bool goes_along(const struct problem *problem, const char *family)
{
	size_t length = strlen(family);

	return !strncmp(problem->algorithm, family, length) &&
	       (!problem->algorithm[length] || problem->algorithm[length] == '-');
}

/* Two paths round a circuit, or one that the root is in the middle of. */
static bool round_a_circuit(const struct problem *problem)
{
	return goes_along(problem, "hp2") || goes_along(problem, "hpmid");
}

static bool on_a_path(const struct problem *problem)
{
	return goes_along(problem, "brg") || goes_along(problem, "nrbrg") ||
	       round_a_circuit(problem);
}

/* For the models of one port. A path is one port at a time by itself; else a time can be one
 * dimension where there are any; else children wait for their turn. */
static enum timing one_port(const struct problem *problem, enum timing other)
{
	return on_a_path(problem) ? BY_LEVEL : network_dimensions(&problem->net) ? BY_LABEL : other;
}

enum timing timing_postorder(const struct problem *problem)
{
	bool ports_are_dimensions = problem->net.ports == problem->net.digits;

	if (problem->ports == ALL || on_a_path(problem))
		return BY_LEVEL;
	return ports_are_dimensions && !goes_along(problem, "tcbt") ? BY_LABEL : BY_TURN;
}

/* On the star graph one greedy tree is done in n (n-1)/2 steps when children take turns, and in
 * (n-1) (n-2) + 1 dimension by dimension: its paths cross the dimensions in no order. Several trees
 * are another thing, there a time of one dimension keeps them apart. */
static bool alone_on_a_star(const struct problem *problem)
{
	const struct network *net = &problem->net;

	return network_dimensions(net) && !net->digits && !goes_along(problem, "mst");
}

bool along_several_trees(const struct problem *problem)
{
	char name[ALGORITHM_NAME];
	const struct family *family;

	snprintf(name, sizeof name, "%.*s", (int)strcspn(problem->algorithm, "-"),
		problem->algorithm);
	family = family_named(name);
	return family && !family->applies(&problem->net) && family->trees(&problem->net) > 1;
}

/* In dimension order the rotated copies of the SBT cross disjoint links at all times, n steps of
 * M/n; level by level they do not (Johnsson & Ho 1986, section 4.1.4). The tcbt has no good labels:
 * its paths cross the dimensions in no order. Trees that share no link, as Nickolov 1993 has them,
 * keep apart by colours with one port, by sides with half duplex. */
enum timing discipline_usual_broadcast(const struct problem *problem)
{
	const struct network *net = &problem->net;

	if (round_a_circuit(problem))
		return problem->ports == ALL ? BY_LEVEL : BY_TURN;
	if (!network_dimensions(net) && network_colours(net) && along_several_trees(problem)) {
		if (problem->ports < ALL)
			return BY_COLOUR;
		if (problem->duplex == HALF)
			return BY_SIDE;
	}
	if (problem->ports < ALL)
		return goes_along(problem, "tcbt") || alone_on_a_star(problem)
			       ? BY_TURN
			       : one_port(problem, BY_TURN);
	return goes_along(problem, "sbt") || goes_along(problem, "hsbt") ||
			       goes_along(problem, "nrsbt")
		       ? BY_LABEL
		       : BY_LEVEL;
}

/* The sbt of a cube crosses a dimension at each level: as many steps in either order. */
static bool crosses_in_order(const struct problem *problem)
{
	return goes_along(problem, "sbt") && problem->net.ports == problem->net.digits;
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
	case BARRIER: /* news needs no bandwidth: fewest steps, and of these the fewest packets */
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
		return problem->ports == ALL || on_a_path(problem) ? FARTHEST_FIRST
								   : timing_postorder(problem);
	}
}
