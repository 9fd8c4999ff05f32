/* Builds reductions in the bracket of the nodes, for folds that round or do not commute. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/error.h"
#include "collectives/registry.h"
#include "collectives/run_plans.h"
#include "plan/semantics.h"
#include "topology/networks/digits.h"

/* Links carry runs: folds of consecutive nodes (plan/runs.h). Branches below a digit of the network
 * are runs of the bracket if each digit begins at a power of two; elsewhere the binary digits of
 * the nodes' numbers count.
 *
 * updown	Each branch of a tree is a run of nodes, and sends this run to its parent. Where the
 *		network has digits, the parent of a node in a reduce has the root's digit in place
 *		of the node's lowest digit that is not the root's, so the tree ends at the root.
 *		Otherwise the tree ends at node 0, which sends the whole run to the root, or down
 *		the same tree.
 *
 * doubling	As in scan.c, and in the last dimension in both directions.
 *
 * halving	The same with a slice for each node: a node keeps the run of the slices whose digits
 *		are its own so far, and at the end the whole run of its slice. Then slices are
 *		exchanged from the highest digit back. (Rabenseifner's all-reduce: Thakur,
 *		Rabenseifner & Gropp 2005, section 4)
 *
 * slices	Each node gets its slice from all nodes along shortest ways, folds the slice, and
 *		sends the result to the nodes that want the sum. So each node folds a share, on any
 *		network.
 */

/* ---- Up, and down ---- */

/* Returns the lowest digit in which v and the root differ, or `digits` if v is the root. */
static int lowest_difference(const struct network *net, int v, int root)
{
	int i = 0;

	while (i < net->digits && digit_of(net, v, i) == digit_of(net, root, i))
		i++;
	return i;
}

/* Sends runs to the root, the lowest digit first. came[v] is when all that v waits for is there. */
static int reduce_digits(struct plan *plan, const struct network *net, int *came)
{
	int root = plan->problem.root, error = 0;

	for (int i = 0; i < net->digits; i++)
		for (int v = 0; v < net->nodes && !error; v++) {
			int time = came[v], to;

			if (lowest_difference(net, v, root) != i)
				continue;
			to = v + (digit_of(net, root, i) - digit_of(net, v, i)) * net->place[i];
			error = run_send(plan, run_below(net, v, i), v, to, &time);
			came[to] = time > came[to] ? time : came[to];
		}
	return error;
}

/* Sends the runs of all branches up to node 0. */
static int reduce_branches(struct plan *plan, const struct network *net, int *came)
{
	int error = 0;

	for (int v = net->nodes - 1; v > 0 && !error; v--) {
		struct run run = { .first = v, .last = run_last(net, v) };
		int time = came[v], to = run_parent(net, v);

		error = run_send(plan, run, v, to, &time);
		came[to] = time > came[to] ? time : came[to];
	}
	return error;
}

/* Sends the whole run from node 0 down the tree. A parent has a lower number than its children. */
static int send_down(struct plan *plan, const struct network *net, int *came)
{
	int error = 0;

	for (int v = 1; v < net->nodes && !error; v++) {
		int parent = run_parent(net, v);

		came[v] = came[parent];
		error = run_send(plan, (struct run){ .last = net->nodes - 1 }, parent, v, &came[v]);
	}
	return error;
}

static int make_reduce(struct plan *plan)
{
	const struct network tree = run_tree(&plan->problem);
	int *came = calloc((size_t)tree.nodes, sizeof *came), error;

	if (!came)
		return why(ENOMEM, "no memory for a plan on %s", tree.name);
	error = (tree.digits ? reduce_digits : reduce_branches)(plan, &tree, came);
	if (!error && !tree.digits)
		error = run_send(plan, (struct run){ .last = tree.nodes - 1 }, 0,
			plan->problem.root, &came[0]);
	free(came);
	return error;
}

static int make_allreduce(struct plan *plan)
{
	const struct network tree = run_tree(&plan->problem);
	int *came = calloc((size_t)tree.nodes, sizeof *came), error;

	if (!came)
		return why(ENOMEM, "no memory for a plan on %s", tree.name);
	error = reduce_branches(plan, &tree, came);
	if (!error)
		error = send_down(plan, &tree, came);
	free(came);
	return error;
}

int build_ordered_reduce(struct plan **plan, const struct problem *problem)
{
	return run_plan_pipelined(plan, problem, make_reduce);
}

int build_ordered_allreduce(struct plan **plan, const struct problem *problem)
{
	return run_plan_pipelined(plan, problem, make_allreduce);
}

/* ---- Digit after digit ---- */

/* Sends the run over a link for all slices that have the digits of `like` up to digit i. */
static int send_slices(struct plan *plan, struct run run, const struct hop *hop, int like, int i)
{
	const struct network *net = &plan->problem.net;
	int step = net->place[i] * net->radix[i], error = 0;

	for (int slice = like % step; slice < net->nodes && !error; slice += step) {
		struct hop own = *hop;

		own.block = (uint32_t)run_block(&plan->problem, run);
		own.part = (uint32_t)slice;
		error = plan_add(plan, own);
	}
	return error;
}

static int make_halving(struct plan *plan)
{
	const struct network *net = &plan->problem.net;
	struct run whole = { .last = net->nodes - 1 };
	int error = 0;

	for (int v = 0; v < net->nodes; v++)
		for (int port = 0; port < net->ports && !error; port++) {
			int i = network_port_digit(net, port);
			int to = network_neighbour(net, v, port);
			struct hop hop = { .time = i, .from = v, .port = (uint16_t)port };

			error = send_slices(plan, run_below(net, v, i), &hop, to, i);
			hop.time = 2 * net->digits - 1 - i;
			if (!error)
				error = send_slices(plan, whole, &hop, v, i);
		}
	return error;
}

enum {
	HALVING_NODES = 256 /* a plan has 2 N (N - 1) hops */
};

int applies_to_few_digits(const struct network *net)
{
	return net->nodes <= HALVING_NODES ? applies_to_bracket_digits(net) : -EINVAL;
}

int build_ordered_halving(struct plan **plan, const struct problem *problem)
{
	return run_plan_build(plan, problem, problem->net.nodes, make_halving);
}

/* ---- Slices to their nodes, and back ---- */

static int make_slices(struct plan *plan)
{
	const struct network *net = &plan->problem.net;
	const struct run whole = { .last = net->nodes - 1 };
	int back = network_diameter(net), error = 0;

	for (int s = 0; s < net->nodes; s++)
		for (int v = 0; v < net->nodes && !error; v++) {
			struct run own = { .first = v, .last = v };
			int there = 0, again = back;

			error = run_send_part(plan, own, (uint32_t)s, v, s, &there);
			if (!error && semantics_prefix(&plan->problem, v) >= 0)
				error = run_send_part(plan, whole, (uint32_t)s, s, v, &again);
		}
	return error;
}

enum {
	SLICES_NODES = 128 /* a plan has up to 2 N^2 D hops */
};

int applies_to_few_nodes(const struct network *net)
{
	return net->nodes <= SLICES_NODES ? 0 : -EINVAL;
}

int build_ordered_slices(struct plan **plan, const struct problem *problem)
{
	return run_plan_build(plan, problem, problem->net.nodes, make_slices);
}
