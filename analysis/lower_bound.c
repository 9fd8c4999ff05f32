/* Computes lower bounds: times that no schedule for a problem can beat, whatever its packets. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis/lower_bound.h"
#include "plan/model/core_simulator.h"

/* The machine is that of the simulator: a packet takes beta + tau * bytes, and its bytes are at
 * the receiver when all of it is. So a byte that goes L hops takes at least L (beta + tau). Every
 * bound here counts something that must happen, beside the argument; the largest one is taken.
 * They are not added up: Stout & Wagar 1990, section 5, show why that would be wrong.
 *
 *	N nodes, M bytes of a block, p packets that a node can send at once (and receive at once).
 *
 * Every network of grove looks the same from every node, and distances are symmetric, so the
 * distances from node 0 are those to or from any node. */

enum {
	FARTHEST = 127
}; /* longer distances count as this one, which can only lower a bound */

struct bound_view {
	const struct problem *problem;
	double beta, tau, nodes, bytes;
	double p;
	int diameter;
	double behind[FARTHEST + 2]; /* [d] nodes at distance d or more from a node */
};

static double larger(double a, double b)
{
	return a > b ? a : b;
}

/* The least whole number that is not below a / b. Above 2^53 the quotient itself, which is whole
 * or lies below it. */
static double quotient(double a, double b)
{
	double q = a / b, whole = q < 0x1p53 ? (double)(long long)q : q;

	return whole < q ? whole + 1 : whole;
}

static void look(struct bound_view *view)
{
	const struct network *net = &view->problem->net;

	for (int v = 0; v < net->nodes; v++) {
		int d = network_distance(net, 0, v);

		view->diameter = d > view->diameter ? d : view->diameter;
		view->behind[d < FARTHEST ? d : FARTHEST]++;
	}
	for (int d = FARTHEST; d > 0; d--)
		view->behind[d - 1] += view->behind[d];
}

/* That many bytes must leave one node, and after that still go L - 1 hops each.
 *
 * Of its p ways out one carries at least bytes / p of them. The last packet there that carries
 * one ends no earlier than beta + tau bytes / p, and that byte needs L - 1 more packets. Read
 * backwards in time it is the bound for bytes that must reach one node from L hops away. */
static double leave(const struct bound_view *view, double bytes, int hops)
{
	return view->beta + view->tau * quotient(bytes, view->p) +
	       (hops - 1) * (view->beta + view->tau);
}

/* Steps in which one node's news can reach all nodes, or all nodes' news one node.
 *
 * News moves one hop in a packet's time, hence the diameter. When a node's sends are serial, the
 * ends of any two of them are a packet's time apart: in that time each node that has the news can
 * end one packet, and those that get it can end none. So the number of nodes that have it at most
 * doubles, and ceil(log2 N) times are needed. For news that come together at one node read this
 * backwards: receives are serial too. */
static int doubling_rounds(const struct bound_view *view)
{
	int steps = 0;

	if (view->problem->ports != ALL)
		while ((double)(1LL << steps) < view->nodes)
			steps++;
	return steps > view->diameter ? steps : view->diameter;
}

/* Every one of M bytes must leave one node and reach all nodes (or be combined from all nodes in
 * one: the same backwards, since each contribution counts once and goes along a tree).
 *
 * With p ways out: `leave` with the farthest node. With one: the byte that leaves last for the
 * first time has left no earlier than beta + tau M; then two nodes have it, and from there on
 * their number at most doubles in each packet's time. Both are the same formula. */
static double to_all(const struct bound_view *view, double bytes)
{
	return leave(view, bytes, doubling_rounds(view));
}

/* M bytes for each node, its own each, must leave one node (or come to it from each node): those
 * for the nodes at distance d or more leave it d - 1 hops before their ends, for every d. And
 * something must reach every node. */
static double to_each(const struct bound_view *view)
{
	double bound = doubling_rounds(view) * (view->beta + view->tau);

	for (int d = 1; d <= view->diameter && d <= FARTHEST; d++)
		bound = larger(bound, leave(view, view->behind[d] * view->bytes, d));
	return bound;
}

/* That many bytes, each counted for every hop that it must go, share all links of the network, or
 * all ports: what carries most carries at least the average, in one packet or more.
 *
 * At a time there are at most N p packets, or half of that when a packet takes both directions of
 * its link (half duplex), or a node cannot send while it receives (single). */
static double in_total(const struct bound_view *view, double bytes)
{
	const struct problem *problem = view->problem;
	double links = view->nodes * problem->net.ports, at_once = view->nodes;
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
	return view->beta + view->tau * bound;
}

/* Sums of distances: from one node to all, and of a permutation; and its longest way. */
static double distances(const struct bound_view *view)
{
	double sum = 0;

	for (int d = 1; d <= FARTHEST; d++)
		sum += view->behind[d];
	return sum;
}

/* Messages that leave the set of nodes whose digit i is a; as many come into it. */
static double crossing(const struct problem *problem, int i, int a)
{
	const struct network *net = &problem->net;
	double count = 0;

	for (int v = 0; v < net->nodes; v++)
		count += v / net->place[i] % net->radix[i] == a &&
			 problem->permutation[v] / net->place[i] % net->radix[i] != a;
	return count;
}

/* So many bytes must leave a set of nodes, and as many come into it, over the links of one digit: k - 1
 * of each node in the set. When its nodes send one packet at a time, they share the bytes alone; and
 * so do the nodes outside, which receive them. Stout & Wagar 1990, section 9, has this argument for
 * the two halves of a cube. */
static double cut(const struct bound_view *view, int i, double bytes)
{
	const struct problem *problem = view->problem;
	double radix = problem->net.radix[i], inside = view->nodes / radix, outside;
	double links = inside * (radix - 1), bound;

	if (bytes <= 0)
		return 0;
	outside = view->nodes - inside;
	bound = quotient(problem->duplex == HALF ? 2 * bytes : bytes, links);
	if (problem->ports != ALL)
		bound = larger(bound, quotient(problem->ports == SINGLE ? 2 * bytes : bytes,
					      inside < outside ? inside : outside));
	return view->beta + view->tau * bound;
}

/* The cuts of a permutation; and of all-to-all, where each node inside has a block for each outside. */
static double cuts(const struct bound_view *view)
{
	const struct network *net = &view->problem->net;
	double bound = 0;

	for (int i = 0; i < net->digits; i++) {
		double inside = view->nodes / net->radix[i];

		if (view->problem->collective == ALLTOALL)
			bound = larger(
				bound, cut(view, i, inside * (view->nodes - inside) * view->bytes));
		for (int a = 0; a < net->radix[i] && view->problem->collective == PERMUTE; a++)
			bound = larger(
				bound, cut(view, i, crossing(view->problem, i, a) * view->bytes));
	}
	return bound;
}

static double permute_bound(const struct bound_view *view)
{
	const struct problem *problem = view->problem;
	double sum = 0;
	int longest = 0;

	for (int v = 0; v < problem->net.nodes; v++) {
		int d = network_distance(&problem->net, v, problem->permutation[v]);

		sum += d;
		longest = d > longest ? d : longest;
	}
	if (!longest)
		return 0;
	return larger(cuts(view),
		larger(leave(view, view->bytes, longest), in_total(view, sum * view->bytes)));
}

static double send_bound(const struct bound_view *view)
{
	const struct problem *problem = view->problem;
	int d = network_distance(&problem->net, problem->root, problem->destination);

	if (!d)
		return 0;
	return larger(leave(view, view->bytes, d), in_total(view, d * view->bytes));
}

/* An all-reduce moves each byte 2 (N - 1) times. Order the packets with that byte by their ends,
 * and look at the first by which some node v has the whole sum. Each other node has sent by then,
 * since its contribution is in v: N - 1 packets. And each other node lacks something still, so it
 * receives later: N - 1 more. A barrier is this for packets without bytes. */
static double all_know(const struct bound_view *view)
{
	return 2 * (view->nodes - 1) * view->bytes;
}

static double barrier_bound(struct bound_view *view)
{
	double packets, start_up = view->beta, steps = doubling_rounds(view);

	view->bytes = 1; /* count packets in place of bytes */
	view->beta = 0;
	view->tau = 1;
	packets = in_total(view, all_know(view));
	return start_up * larger(steps, packets);
}

static double bound(struct bound_view *view)
{
	double nodes = view->nodes, bytes = view->bytes;

	switch (view->problem->collective) {
	case BROADCAST: /* each of the other nodes receives M bytes, or sends its sum of them */
	case REDUCE:
		return larger(to_all(view, bytes), in_total(view, (nodes - 1) * bytes));
	case SCATTER:
	case GATHER:
		return larger(to_each(view), in_total(view, distances(view) * bytes));
	case ALLGATHER: /* a broadcast from each node, and a gather to each node; or the reverse */
	case REDUCESCATTER:
		return larger(larger(to_all(view, bytes), to_each(view)),
			in_total(view, nodes * (nodes - 1) * bytes));
	case ALLREDUCE:
		return larger(to_all(view, bytes), in_total(view, all_know(view)));
	case ALLTOALL:
		return larger(cuts(view),
			larger(to_each(view), in_total(view, nodes * distances(view) * bytes)));
	case SEND:
		return send_bound(view);
	case PERMUTE:
		return permute_bound(view);
	default:
		return barrier_bound(view);
	}
}

double problem_bound(const struct problem *problem, size_t bytes, const struct machine *machine)
{
	struct bound_view view = { .problem = problem,
		.beta = machine->beta,
		.tau = machine->tau,
		.nodes = problem->net.nodes,
		.bytes = (double)bytes,
		.p = problem->ports == ALL ? problem->net.ports : 1 };

	if (problem->net.nodes == 1 || (!bytes && problem->collective != BARRIER))
		return 0;
	if (machine->hierarchy.levels)
		return problem_bound_on_cores(problem, bytes, machine);
	look(&view);
	return bound(&view);
}
