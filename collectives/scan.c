/* Builds prefix folds: up and down a tree of runs of nodes, from node to node, or by exchanges in
 * dimensions. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/error.h"
#include "collectives/registry.h"
#include "collectives/run_plans.h"
#include "collectives/tree_schedule.h"
#include "plan/semantics.h"

/* Links carry runs: folds of consecutive nodes (plan/runs.h).
 *
 * updown	The parent of a node is the node without its lowest digit that is not 0. So each
 *		branch is a run of nodes, c ... last(c), and begins with the root of the branch. A
 *		branch sends its run to the parent. A parent sends each child c the run 0 ... c - 1,
 *		made of the run before the parent, of the parent, and of the branches between.
 *		Messages begin as soon as their runs are there. A branch whose run no node needs
 *		does not send the run. Where the network has no digits, the digits of the binary
 *		number count, and messages take shortest paths. (Blelloch 1990, section 1.2: up and
 *		down a balanced tree)
 *
 * chain	Each node sends the run of all nodes up to itself to the next node. No other scan
 *		sends fewer messages, so large blocks in packets, and cores with several nodes each,
 *		gain by it. (Sanders & Traeff 2006, the linear pipeline)
 *
 * doubling	Nodes that differ in a single digit exchange their runs, which together make one
 *		run: digit after digit from the lowest. In the last dimension a scan sends runs only
 *		upwards. (Hillis & Steele 1986)
 */

/* ---- Up and down ---- */

struct scan_tree {
	struct plan *plan;
	struct network net; /* whose digits the tree follows */
	/* of each node: when its run can be sent, and when its parent has the run of its branch */
	int *up, *came;
};

/* Returns the place value of the lowest digit that is not 0. */
static int lowest_place(const struct network *net, int c)
{
	int i = 0;

	if (!net->digits)
		return c & -c;
	while (i + 1 < net->digits && c % net->place[i + 1] == 0)
		i++;
	return net->place[i];
}

int applies_to_bracket_digits(const struct network *net)
{
	for (int i = 0; i < net->digits; i++)
		if (net->place[i] & (net->place[i] - 1))
			return -EINVAL;
	return net->digits ? 0 : -EINVAL;
}

struct network run_tree(const struct problem *problem)
{
	struct network tree = problem->net;

	if (collective_kind(problem->collective)->bracketed && applies_to_bracket_digits(&tree))
		tree.digits = 0;
	return tree;
}

int run_parent(const struct network *net, int c)
{
	int place = lowest_place(net, c), radix = 2;

	for (int i = 0; i < net->digits; i++)
		if (net->place[i] == place)
			radix = net->radix[i];
	return c - c / place % radix * place;
}

int run_last(const struct network *net, int c)
{
	int last = c + lowest_place(net, c) - 1;

	return last < net->nodes ? last : net->nodes - 1;
}

/* Returns the next child of c's parent, or -1 if c is the last child. */
static int next_child(const struct network *net, int c)
{
	int next = run_last(net, c) + 1;

	return next < net->nodes && run_parent(net, next) == run_parent(net, c) ? next : -1;
}

/* Returns true if any node asks for the run of the branch c. */
static bool is_asked(const struct network *net, int c)
{
	while (c && next_child(net, c) < 0)
		c = run_parent(net, c);
	return c != 0;
}

int run_send(struct plan *plan, struct run run, int from, int to, int *time)
{
	return run_send_part(plan, run, 0, from, to, time);
}

int run_send_part(struct plan *plan, struct run run, uint32_t part, int from, int to, int *time)
{
	const struct network *net = &plan->problem.net;
	int error = 0;

	while (from != to && !error) {
		int port = network_port_towards(net, from, to);

		error = plan_add(plan, (struct hop){ .time = (*time)++,
					       .from = from,
					       .block = (uint32_t)run_block(&plan->problem, run),
					       .part = part,
					       .port = (uint16_t)port });
		from = network_neighbour(net, from, port);
	}
	return error;
}

static int later(int a, int b)
{
	return a > b ? a : b;
}

/* Sends the runs of branches up, higher numbers first: all children of a node come before the
 * node. */
static int go_up(struct scan_tree *tree)
{
	const struct network *net = &tree->net;
	int error = 0;

	for (int c = net->nodes - 1; c > 0 && !error; c--) {
		int parent = run_parent(net, c), time = tree->up[c];

		if (!is_asked(net, c))
			continue;
		error = run_send(
			tree->plan, (struct run){ c, run_last(net, c), 0, 0 }, c, parent, &time);
		tree->came[c] = time;
		tree->up[parent] = later(tree->up[parent], time);
	}
	return error;
}

/* Returns the last of the nodes from `first` on that are the largest power of two before node c. */
static int largest_before(int first, int c)
{
	return first + (1 << (31 - __builtin_clz((unsigned)(c - first)))) - 1;
}

/* Sends child c the run 0 ... c - 1. In the bracket this run is not a part of longer prefixes, so
 * its parts are sent instead. */
static int send_prefix(struct plan *plan, int v, int c, int *time)
{
	bool bracketed = collective_kind(plan->problem.collective)->bracketed;
	int start = *time, error = 0;

	for (int first = 0, last; first < c && !error; first = last + 1) {
		last = bracketed ? largest_before(first, c) : c - 1;
		*time = start;
		error = run_send(plan, (struct run){ first, last, 0, 0 }, v, c, time);
	}
	return error;
}

/* Sends runs down. A parent can serve a child when the run before the parent and the runs of the
 * branches before the child are there. */
static int go_down(struct scan_tree *tree)
{
	const struct network *net = &tree->net;
	int error = 0;

	for (int v = 0; v < net->nodes && !error; v++) {
		int ready = tree->up[v], c = v + 1;

		for (; c > v && c < net->nodes && run_parent(net, c) == v && !error;) {
			int came = tree->came[c], time = ready, next = next_child(net, c);

			error = send_prefix(tree->plan, v, c, &time);
			tree->up[c] = time;
			ready = later(ready, came);
			c = next;
		}
	}
	return error;
}

static int make_tree(struct plan *plan)
{
	const struct network *net = &plan->problem.net;
	struct scan_tree tree = { .plan = plan, .net = run_tree(&plan->problem) };
	int error;

	tree.up = calloc((size_t)net->nodes * 2, sizeof *tree.up);
	if (!tree.up)
		return why(ENOMEM, "no memory for a plan on %s", net->name);
	tree.came = tree.up + net->nodes;
	error = go_up(&tree);
	for (int v = 0; v < net->nodes; v++)
		tree.up[v] = 0; /* from here on: when the run before v is there */
	if (!error)
		error = go_down(&tree);
	free(tree.up);
	return error;
}

/* ---- From node to node ---- */

static int make_chain(struct plan *plan)
{
	int error = 0, time = 0;

	for (int v = 0; v + 1 < plan->problem.net.nodes && !error; v++)
		error = run_send(plan, (struct run){ 0, v, 0, 0 }, v, v + 1, &time);
	return error;
}

/* ---- Digit after digit ---- */

struct run run_below(const struct network *net, int v, int i)
{
	int first = v - v % net->place[i];

	return (struct run){ .first = first, .last = first + net->place[i] - 1 };
}

/* Sends the run of node v through a port. In the last dimension the receiver needs the run only if
 * its result begins no later. */
static int send_to_dimension(struct plan *plan, int v, int port)
{
	const struct network *net = &plan->problem.net;
	int i = network_port_digit(net, port), to = network_neighbour(net, v, port);
	struct run run = run_below(net, v, i);

	if (i == net->digits - 1 && run.first > semantics_prefix(&plan->problem, to))
		return 0;
	return plan_add(plan, (struct hop){ .time = i,
				      .from = v,
				      .block = (uint32_t)run_block(&plan->problem, run),
				      .port = (uint16_t)port });
}

static int make_exchanges(struct plan *plan)
{
	const struct network *net = &plan->problem.net;
	int error = 0;

	for (int v = 0; v < net->nodes; v++)
		for (int port = 0; port < net->ports && !error; port++)
			error = send_to_dimension(plan, v, port);
	return error;
}

/* ---- All ---- */

enum {
	MOST_NODES = 1 << 16 /* a run is a block of 32 bits */
};

int run_plan_build(struct plan **plan, const struct problem *problem, int parts,
	int (*make)(struct plan *plan))
{
	int error;

	if (problem->order[0])
		return why(EINVAL, "%s %s has no order '%s': it has only one",
			collective_name(problem->collective), problem->algorithm, problem->order);
	if (problem->net.nodes > MOST_NODES)
		return why(EINVAL, "%s: at most %d nodes, %s has %d",
			collective_name(problem->collective), MOST_NODES, problem->net.name,
			problem->net.nodes);
	error = plan_new(plan, problem, parts);
	if (error)
		return error;
	error = make(*plan);
	return plan_finish(plan, error ? error : plan_sort(*plan));
}

int run_plan_pipelined(
	struct plan **plan, const struct problem *problem, int (*make)(struct plan *plan))
{
	int error = run_plan_build(plan, problem, 1, make);

	return error ? error : plan_kept(plan, tree_pipeline(*plan));
}

int build_scan_updown(struct plan **plan, const struct problem *problem)
{
	return run_plan_pipelined(plan, problem, make_tree);
}

int build_scan_chain(struct plan **plan, const struct problem *problem)
{
	return run_plan_pipelined(plan, problem, make_chain);
}

int applies_to_digits(const struct network *net)
{
	return net->digits ? 0 : -EINVAL;
}

int build_scan_doubling(struct plan **plan, const struct problem *problem)
{
	return run_plan_build(plan, problem, 1, make_exchanges);
}
