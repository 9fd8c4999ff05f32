/* Computes lower bounds for a problem on the simulator's machine, whatever the packet sizes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/arith.h"
#include "analysis/lower_bound.h"

/* The machine is the simulator's: a packet takes beta + tau * bytes, and its bytes are at the
 * receiver when the whole packet is. So a byte that goes L hops takes at least L (beta + tau).
 * Every bound in this file counts something that must happen, with the argument beside the
 * function. The result is the largest bound. The bounds are not added up: Stout & Wagar 1990,
 * section 5, show why a sum would be wrong.
 *
 *	N nodes, M bytes of a block, p packets that a node can send at once (and receive at once).
 *
 * Distances are symmetric. A Cayley graph looks the same from every node, so the distances from
 * node 0 are the distances to or from any node. On other networks the distances of a bound are
 * those from the root, or the largest from any node. */

enum {
	FARTHEST = 127
}; /* longer distances count as FARTHEST, which can only lower a bound */

struct bound_terms {
	const struct problem *problem;
	double beta, tau, nodes, bytes;
	double p;
	int diameter;
	double behind[FARTHEST + 2]; /* [d] nodes at distance d or more from a node */
	double distances; /* from a node to all nodes, summed; on average over the nodes */
};

/* Returns the least whole number that is not below a / b. Above 2^53 the result is the quotient,
 * which then is whole or lies below that number. */
static double quotient(double a, double b)
{
	double q = a / b, whole = q < 0x1p53 ? (double)(long long)q : q;

	return whole < q ? whole + 1 : whole;
}

static void look_from(struct bound_terms *terms, int from)
{
	const struct network *net = &terms->problem->net;
	double behind[FARTHEST + 2] = { 0 };

	for (int v = 0; v < net->nodes; v++) {
		int d = network_distance(net, from, v);

		terms->diameter = d > terms->diameter ? d : terms->diameter;
		behind[d < FARTHEST ? d : FARTHEST]++;
	}
	for (int d = FARTHEST; d > 0; d--) {
		terms->behind[d] = larger(terms->behind[d], behind[d]);
		terms->distances += behind[d];
		behind[d - 1] += behind[d];
	}
	terms->behind[0] = net->nodes;
}

static void look(struct bound_terms *terms)
{
	const struct problem *problem = terms->problem;
	int nodes = problem->net.nodes;

	if (network_symmetric(&problem->net))
		look_from(terms, 0);
	else if (collective_rooted(problem->collective))
		look_from(terms, problem->root);
	else if (collective_joins(problem->collective)) /* the last node hears of all */
		look_from(terms, nodes - 1);
	else {
		for (int v = 0; v < nodes; v++)
			look_from(terms, v);
		terms->distances /= nodes;
	}
}

/* Bounds the time when that many bytes must leave a node and then still go L - 1 hops each.
 *
 * At least one of the node's p links carries bytes / p of the bytes or more. The last packet on
 * that link ends no earlier than beta + tau bytes / p, and its bytes need L - 1 more packets. Read
 * backwards in time, the formula bounds bytes that must reach a node from L hops away. */
static double leave(const struct bound_terms *terms, double bytes, int hops)
{
	return terms->beta + terms->tau * quotient(bytes, terms->p) +
	       (hops - 1) * (terms->beta + terms->tau);
}

/* Returns the number of steps in which a message of a node can reach all nodes, or messages of all
 * nodes can reach one node.
 *
 * A message moves one hop in a packet's time, hence the diameter. When a node's sends are serial,
 * the ends of any two sends of a node are a packet's time apart. In that time each node that has
 * the message can end a single packet, and each node that gets the message can end none. So the
 * number of nodes with the message at most doubles, and ceil(log2 N) steps are needed. For messages
 * that come together at a node the argument is read backwards: receives are serial, too. */
static int doubling_rounds(const struct bound_terms *terms)
{
	int steps = 0;

	if (terms->problem->ports != ALL)
		while ((double)(1LL << steps) < terms->nodes)
			steps++;
	return steps > terms->diameter ? steps : terms->diameter;
}

/* Bounds a broadcast: each of M bytes must leave a node and reach all nodes. A reduction is the
 * same backwards, since each contribution counts once and goes along a tree.
 *
 * With p links at once, the bound is `leave` with the farthest node. With a single link at once,
 * the byte that leaves last for the first time has left no earlier than beta + tau M. Then two
 * nodes have the byte, and from there on the number of nodes with the byte at most doubles in each
 * packet's time. Both cases have the same formula. */
static double to_all(const struct bound_terms *terms, double bytes)
{
	return leave(terms, bytes, doubling_rounds(terms));
}

/* Bounds a scatter, or a gather: M bytes for each node, different for each, must leave a node, or
 * come to a node from each node. For every d, the bytes for the nodes at distance d or more leave
 * the root d - 1 hops before their destinations. Also, something must reach every node. */
static double to_each(const struct bound_terms *terms)
{
	double bound = doubling_rounds(terms) * (terms->beta + terms->tau);

	for (int d = 1; d <= terms->diameter && d <= FARTHEST; d++)
		bound = larger(bound, leave(terms, terms->behind[d] * terms->bytes, d));
	return bound;
}

/* Bounds the time by the average load. That many bytes, each counted for every hop, share all links
 * of the network, or all ports: the busiest link or port carries at least the average, in one
 * packet or more.
 *
 * At a time there are at most N p packets, or half as many when a packet takes both directions of
 * its link (half duplex), or a node cannot send while receiving (single). */
static double in_total(const struct bound_terms *terms, double bytes)
{
	const struct problem *problem = terms->problem;
	double links = (double)network_links(&problem->net), at_once = terms->nodes;
	double bound;

	if (bytes <= 0)
		return 0;
	if (problem->duplex == HALF)
		links /= 2;
	if (problem->ports == SINGLE)
		at_once /= 2;
	bound = quotient(bytes, links);
	if (problem->ports != ALL)
		bound = larger(bound, quotient(bytes, at_once));
	return terms->beta + terms->tau * bound;
}

/* Counts the messages that leave the set of nodes whose digit i is a. As many messages come into
 * the set. */
static double crossing(const struct problem *problem, int i, int a)
{
	const struct network *net = &problem->net;
	double count = 0;

	for (int v = 0; v < net->nodes; v++)
		count += v / net->place[i] % net->radix[i] == a &&
			 problem->permutation[v] / net->place[i] % net->radix[i] != a;
	return count;
}

/* Bounds the time when that many bytes must leave a set of nodes, and as many come into the set,
 * over the links of a single digit: k - 1 links of each node in the set. When nodes send a packet
 * at a time, only the nodes of the set share the sends, and only the nodes outside share the
 * receives. Stout & Wagar 1990, section 9, has this argument for the two halves of a cube. */
static double cut(const struct bound_terms *terms, int i, double bytes)
{
	const struct problem *problem = terms->problem;
	double radix = problem->net.radix[i], inside = terms->nodes / radix, outside;
	double links = inside * (radix - 1), bound;

	if (bytes <= 0)
		return 0;
	outside = terms->nodes - inside;
	bound = quotient(problem->duplex == HALF ? 2 * bytes : bytes, links);
	if (problem->ports != ALL)
		bound = larger(bound, quotient(problem->ports == SINGLE ? 2 * bytes : bytes,
					      inside < outside ? inside : outside));
	return terms->beta + terms->tau * bound;
}

/* Takes the largest cut of a permutation, or of an all-to-all, where each node inside a set has a
 * block for each node outside. */
static double cuts(const struct bound_terms *terms)
{
	const struct network *net = &terms->problem->net;
	bool permutes = collective_permutes(terms->problem->collective);
	double bound = 0;

	for (int i = 0; i < net->digits; i++) {
		double inside = terms->nodes / net->radix[i], blocks;

		blocks = inside * (terms->nodes - inside);
		if (!permutes)
			bound = larger(bound, cut(terms, i, blocks * terms->bytes));
		for (int a = 0; a < net->radix[i] && permutes; a++) {
			blocks = crossing(terms->problem, i, a);
			bound = larger(bound, cut(terms, i, blocks * terms->bytes));
		}
	}
	return bound;
}

static double permute_bound(const struct bound_terms *terms)
{
	const struct problem *problem = terms->problem;
	double sum = 0;
	int longest = 0;

	for (int v = 0; v < problem->net.nodes; v++) {
		int d = network_distance(&problem->net, v, problem->permutation[v]);

		sum += d;
		longest = d > longest ? d : longest;
	}
	if (!longest)
		return 0;
	return larger(cuts(terms),
		larger(leave(terms, terms->bytes, longest), in_total(terms, sum * terms->bytes)));
}

static double send_bound(const struct bound_terms *terms)
{
	const struct problem *problem = terms->problem;
	int d = network_distance(&problem->net, problem->root, problem->destination);

	if (!d)
		return 0;
	return larger(leave(terms, terms->bytes, d), in_total(terms, d * terms->bytes));
}

/* Counts the bytes of an all-reduce, which moves each byte 2 (N - 1) times. Order the packets with
 * that byte by their ends, and look at the first packet after which some node v has the whole sum.
 * By then each other node has sent, since its contribution is in v: N - 1 packets. And each other
 * node still lacks a contribution, so the node receives later: N - 1 more packets. A barrier is the
 * same for packets without bytes. */
static double all_know(const struct bound_terms *terms)
{
	return 2 * (terms->nodes - 1) * terms->bytes;
}

static double barrier_bound(struct bound_terms *terms)
{
	double packets, start_up = terms->beta, steps = doubling_rounds(terms);

	terms->bytes = 1; /* count packets instead of bytes */
	terms->beta = 0;
	terms->tau = 1;
	packets = in_total(terms, all_know(terms));
	return start_up * larger(steps, packets);
}

static double bound(struct bound_terms *terms)
{
	double nodes = terms->nodes, bytes = terms->bytes;

	switch (terms->problem->collective) {
	case BROADCAST: /* each of the other nodes receives M bytes, or sends its sum of them */
	case REDUCE:
	case SCAN: /* the last node ends with the sum of all, as a root does */
	case EXSCAN:
		return larger(to_all(terms, bytes), in_total(terms, (nodes - 1) * bytes));
	case SCATTER:
	case GATHER:
		return larger(to_each(terms), in_total(terms, terms->distances * bytes));
	case ALLGATHER: /* a broadcast from, and a gather to, each node; or the reverse */
	case REDUCESCATTER:
		return larger(larger(to_all(terms, bytes), to_each(terms)),
			in_total(terms, nodes * (nodes - 1) * bytes));
	case ALLREDUCE:
		return larger(to_all(terms, bytes), in_total(terms, all_know(terms)));
	case ALLTOALL:
		return larger(cuts(terms),
			larger(to_each(terms), in_total(terms, nodes * terms->distances * bytes)));
	case SEND:
		return send_bound(terms);
	case PERMUTE:
		return permute_bound(terms);
	default:
		return barrier_bound(terms);
	}
}

double problem_bound(const struct problem *problem, size_t bytes, const struct machine *machine)
{
	struct bound_terms terms = { .problem = problem,
		.beta = machine->beta,
		.tau = machine->tau,
		.nodes = problem->net.nodes,
		.bytes = (double)bytes,
		.p = problem->ports == ALL ? problem->net.ports : 1 };

	if (problem->net.nodes == 1 || (!bytes && collective_has_bytes(problem->collective)))
		return 0;
	look(&terms);
	return bound(&terms);
}
