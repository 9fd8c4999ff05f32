/* Estimates how much memory a plan takes at least, before the plan is made. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/memory_budget.h"
#include "collectives/registry.h"
#include "collectives/memory_need.h"
#include "topology/largest_network.h"
#include "topology/tree.h"

/* The memory that a plan takes while the plan is made and proved, as measured: for the hops, and
 * for the trees, which are gone when the table of links is made. Plans that every node does through
 * its own translation need more for a hop, and have far fewer hops. */
static const double BYTES_OF_HOP = 20, BYTES_OF_SYMMETRIC_HOP = 45, BYTES_OF_NODE = 40,
		    BYTES_OF_LINK = 4;

/* Returns in how many parts at least a block goes to every node: a part along each spanning
 * tree. A barrier that goes up and down takes one tree. */
static double parts_of(const struct problem *problem)
{
	const struct family *family = family_along(problem->algorithm);
	bool one_tree = problem->collective == BARRIER && strstr(problem->algorithm, "-rb");

	if (!family || family->applies(&problem->net) || family->partial || one_tree)
		return 1;
	return family_trees(family, &problem->net);
}

/* Returns true if all nodes share a circuit, which is written out for each node. */
static bool round_a_circuit(const struct problem *problem)
{
	return !strcmp(problem->algorithm, "ring") || !strcmp(problem->algorithm, "ring2");
}

/* Returns the least sum of distances if all nodes have p links: at most p (p - 1)^(k - 1) nodes are
 * at distance k. */
static double sum_by_degree(const struct network *net)
{
	double left = net->nodes - 1, there = net->ports, sum = 0;

	for (int k = 1; left > 0 && there > 0; k++) {
		double now = there < left ? there : left;

		sum += k * now;
		left -= now;
		there *= net->ports > 2 ? net->ports - 1 : 1;
	}
	return sum;
}

/* Returns the sum of the distances from a node to all nodes, or less. The
 * nodes are not walked, as there may be millions. */
static double distance_sum(const struct problem *problem)
{
	const struct family *family = family_along(problem->algorithm);
	const struct network *net = &problem->net;
	double sum = 0, others = net->nodes - 1;

	if (family && family->paths) /* a path takes every node in turn */
		return others * (others / family->paths + 1) / 2;
	if (!net->digits)
		return sum_by_degree(net);
	for (int i = 0; i < net->digits; i++)
		sum += (double)net->nodes * (1 - 1.0 / net->radix[i]);
	return sum;
}

/* Returns true if the problem's algorithm is composed, and is written out for each node. */
static bool composed_for_each(const struct problem *problem)
{
	return strchr(problem->algorithm, '+') && !collective_kind(problem->collective)->sliced;
}

double memory_need_hops(const struct problem *problem)
{
	const struct collective_kind *kind = collective_kind(problem->collective);
	double others = problem->net.nodes - 1, parts = parts_of(problem);

	if (round_a_circuit(problem) || composed_for_each(problem))
		return problem->net.nodes * others;
	if (kind->forward == SCATTER || kind->of_node == SCATTER)
		return parts * distance_sum(problem);
	if (!strcmp(problem->algorithm, "permuted-send")) /* two complete exchanges */
		return 2 * (double)problem->net.nodes * distance_sum(problem);
	return kind->personalized ? 0 : parts * others;
}

double memory_need_bytes(const struct problem *problem)
{
	double nodes = problem->net.nodes, links = nodes * problem->net.ports;
	double hops = memory_need_hops(problem), symmetric = hops * BYTES_OF_SYMMETRIC_HOP;
	double written = hops * BYTES_OF_HOP + fmax(nodes * BYTES_OF_NODE, links * BYTES_OF_LINK);

	if (composed_for_each(problem)) /* a part and the whole */
		return 2 * written;
	if (problem->collective == ALLTOALL) /* a scatter first */
		return fmax(written, symmetric);
	return collective_kind(problem->collective)->symmetric && !round_a_circuit(problem)
		       ? symmetric
		       : written;
}

static bool fits_on(const struct network *net, const void *context)
{
	struct problem own = *(const struct problem *)context;

	own.net = *net;
	return memory_budget_has(memory_need_bytes(&own));
}

int memory_need_fits(const struct problem *problem)
{
	double bytes = memory_need_bytes(problem);
	char what[ALGORITHM_NAME + NETWORK_NAME + 64], advice[NETWORK_ADVICE];

	if (memory_budget_has(bytes))
		return 0;
	snprintf(what, sizeof what, "%s %s on %s: its plan", collective_name(problem->collective),
		problem->algorithm, problem->net.name);
	return memory_budget_refuse(
		bytes, what, network_advice(advice, &problem->net, fits_on, problem));
}
