/* Symmetrize, pipeline, complete, reverse, then: what plans are made of. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/why.h"
#include "collectives/moves.h"
#include "plan/schedule.h"

/* More hops than this are more memory than a plan should take. */
enum {
	MOST_HOPS = 1 << 27
};

static int no_memory(const struct plan *plan)
{
	return why(ENOMEM, "no memory for %s %s on %s", collective_name(plan->problem.collective),
		plan->problem.algorithm, plan->problem.net.name);
}

/* Takes the hops out of a plan, for a move that writes them anew. */
static struct hop *take_hops(struct plan *plan, size_t *hops)
{
	struct hop *hop = plan->hop;

	*hops = plan->hops;
	plan->hop = NULL;
	plan->hops = plan->room = 0;
	return hop;
}

/* ---- symmetrize ---- */

/* Copy j of one hop: links move by their end points, and so does the node that a block is for. */
static struct hop rotated(
	const struct plan *plan, struct hop hop, const int *turned, int copies, int j, int delay)
{
	const struct network *net = &plan->problem.net;
	enum collective collective = plan->problem.collective;
	int to = turned[network_neighbour(net, hop.from, hop.port)];

	hop.from = turned[hop.from];
	hop.port = (uint16_t)network_port_to(net, hop.from, to);
	hop.time += j * delay;
	hop.part = hop.part * (uint32_t)copies + (uint32_t)j;
	if (collective == SCATTER || collective == GATHER)
		hop.block = (uint32_t)turned[hop.block];
	return hop;
}

int plan_symmetrize(struct plan *plan, int delay)
{
	const struct network *net = &plan->problem.net;
	int copies = network_rotations(net), error = 0;
	int *turned = malloc(sizeof *turned * (size_t)net->nodes);
	size_t hops;
	struct hop *hop;

	if (!turned)
		return no_memory(plan);
	hop = take_hops(plan, &hops);
	for (int v = 0; v < net->nodes; v++)
		turned[v] = v;
	for (int j = 0; j < copies && !error; j++) {
		for (size_t i = 0; i < hops && !error; i++)
			error = plan_add(plan, rotated(plan, hop[i], turned, copies, j, delay));
		for (int v = 0; v < net->nodes; v++)
			turned[v] = network_rotate(net, turned[v], 1);
	}
	plan->parts *= copies;
	free(turned);
	free(hop);
	return error ? error : plan_sort(plan);
}

/* ---- pipeline ---- */

/* With one port a turn has a time for each link that a node sends over (or, under SINGLE, receives
 * over): no shorter interval needs to be tried. Rounds may meet in one packet of a link. */
static int shortest_interval(const struct plan *plan, int *shortest)
{
	size_t nodes = (size_t)plan->problem.net.nodes, ports = (size_t)plan->problem.net.ports;
	int *busy = calloc(nodes, sizeof *busy);
	bool *used = calloc(nodes * ports + 1, sizeof *used);
	int error;

	*shortest = 1;
	for (size_t i = 0; i < plan->hops && busy && used && plan->problem.ports != ALL; i++) {
		const struct hop *h = &plan->hop[i];
		size_t link = (size_t)h->from * ports + h->port;
		int to = hop_to(plan, h);

		busy[h->from] += !used[link];
		busy[to] += !used[link] && plan->problem.ports == SINGLE;
		used[link] = true;
		*shortest = busy[h->from] > *shortest ? busy[h->from] : *shortest;
		*shortest = busy[to] > *shortest ? busy[to] : *shortest;
	}
	error = busy && used ? 0 : no_memory(plan);
	free(used);
	free(busy);
	return error;
}

int plan_pipeline(struct plan *plan)
{
	struct figures figures;
	int shortest, error = shortest_interval(plan, &shortest);

	if (error)
		return error;
	plan->pipelined = true;
	for (plan->interval = shortest; plan->interval < plan->times; plan->interval++) {
		error = plan_turn(plan, &figures);
		if (error || turn_fits(&plan->problem, &figures))
			break;
	}
	return error ? error : plan_sort(plan);
}

/* ---- complete ---- */

int plan_complete(struct plan *plan, enum collective collective)
{
	plan->problem.collective = collective;
	plan->symmetric = true;
	return plan_sort(plan);
}

/* ---- reverse ---- */

static int compare_deliveries(const void *a, const void *b, void *context)
{
	const struct plan *plan = context;
	const struct hop *x = a, *y = b;
	int64_t difference = (int64_t)hop_to(plan, x) - hop_to(plan, y);

	if (!difference)
		difference = (int64_t)x->block - y->block;
	if (!difference)
		difference = (int64_t)x->part - y->part;
	if (!difference)
		difference = (int64_t)x->time - y->time;
	return (difference > 0) - (difference < 0);
}

/* Of what spreads from node 0: keeps the first delivery of each piece to each node, and none to
 * node 0, which has them all. A contribution that came back twice would be counted twice. */
static void drop_redundant(struct plan *plan)
{
	size_t kept = 0;

	qsort_r(plan->hop, plan->hops, sizeof *plan->hop, compare_deliveries, plan);
	for (size_t i = 0; i < plan->hops; i++) {
		struct hop *h = &plan->hop[i], *last = kept ? &plan->hop[kept - 1] : NULL;
		int to = hop_to(plan, h);

		if (to == 0 || (last && hop_to(plan, last) == to && last->block == h->block &&
				       last->part == h->part))
			continue;
		plan->hop[kept++] = *h;
	}
	plan->hops = kept;
}

/* Parts are mirrored too: a short last round then has those of the trees that now begin first, and
 * not those that end last. */
int plan_reverse(struct plan *plan, enum collective collective)
{
	const struct network *net = &plan->problem.net;
	enum collective before = plan->problem.collective;

	plan->problem.collective = collective;
	if (plan->hops && before != GATHER && !collective_folds(before))
		drop_redundant(plan);
	for (size_t i = 0; i < plan->hops; i++) {
		struct hop *h = &plan->hop[i];

		h->from = hop_to(plan, h);
		h->port = (uint16_t)network_reverse_port(net, h->port);
		h->time = plan->times - 1 - h->time;
		h->part = (uint32_t)plan->parts - 1 - h->part;
		h->fold = collective_folds(collective);
	}
	return plan_sort(plan);
}

/* ---- then ---- */

int plan_then(struct plan *plan, const struct plan *next)
{
	int error = 0, times = plan->times;

	for (size_t i = 0; i < next->hops && !error; i++) {
		struct hop hop = next->hop[i];

		hop.time += times;
		error = plan_add(plan, hop);
	}
	return error ? error : plan_sort(plan);
}

/* ---- expand ---- */

/* The hop of node 0 as done by node s, with its block and part numbered for the whole machine. */
static struct hop translated(const struct plan *plan, struct hop hop, int s)
{
	const struct network *net = &plan->problem.net;

	hop.from = network_translate(net, s, hop.from);
	switch (plan->problem.collective) {
	case ALLREDUCE:
		hop.part += (uint32_t)s * (uint32_t)plan->parts;
		break;
	case ALLTOALL:
		hop.block = (uint32_t)s * (uint32_t)net->nodes +
			    (uint32_t)network_translate(net, s, (int)hop.block);
		break;
	default:
		hop.block = (uint32_t)s;
	}
	return hop;
}

int plan_expand(struct plan *plan)
{
	int nodes = plan->problem.net.nodes, error = 0;
	size_t hops;
	struct hop *hop;

	if (plan->hops * (size_t)nodes > MOST_HOPS)
		return why(ENOMEM, "%s %s on %s, written out for each node, has %zu hops: too many",
			collective_name(plan->problem.collective), plan->problem.algorithm,
			plan->problem.net.name, plan->hops * (size_t)nodes);
	hop = take_hops(plan, &hops);
	for (int s = 0; s < nodes && !error; s++)
		for (size_t i = 0; i < hops && !error; i++)
			error = plan_add(plan, translated(plan, hop[i], s));
	if (plan->problem.collective == ALLREDUCE)
		plan->parts *= nodes;
	plan->symmetric = false;
	free(hop);
	return error ? error : plan_sort(plan);
}
