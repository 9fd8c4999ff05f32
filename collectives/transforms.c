/* Symmetrizes, pipelines, completes and joins plans. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/error.h"
#include "collectives/transforms.h"
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

int plan_reserve(struct plan *plan, size_t hops)
{
	if (hops > MOST_HOPS)
		return why(ENOMEM, "%s %s on %s, written out for each node, has %zu hops: too many",
			collective_name(plan->problem.collective), plan->problem.algorithm,
			plan->problem.net.name, hops);
	return array_reserve(&plan->hop, &plan->room, hops, sizeof *plan->hop) ? no_memory(plan)
									       : 0;
}

/* Takes the hops out of a plan, for a transform that writes new hops. */
static struct hop *take_hops(struct plan *plan, size_t *hops)
{
	struct hop *hop = plan->hop;

	*hops = plan->hops;
	plan->hop = NULL;
	plan->hops = plan->room = 0;
	return hop;
}

/* Turns each part into `copies` equal parts. Unequal cuts have builders of their own. */
static int multiply_parts(struct plan *plan, int copies)
{
	if (plan->cut)
		return why(
			EINVAL, "a plan with a table of cuts is neither rotated nor written out");
	plan->parts *= copies;
	return 0;
}

/* ---- symmetrize ---- */

/* Returns copy j of a hop: the ends of the link are rotated, and so is the node that a block is
 * for. */
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
	if (collective_kind(collective)->forward == SCATTER)
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
	error = array_reserve(&plan->hop, &plan->room, hops * (size_t)copies, sizeof *hop);
	for (int v = 0; v < net->nodes; v++)
		turned[v] = v;
	for (int j = 0; j < copies && !error; j++) {
		for (size_t i = 0; i < hops && !error; i++)
			error = plan_add(plan, rotated(plan, hop[i], turned, copies, j, delay));
		for (int v = 0; v < net->nodes; v++)
			turned[v] = network_rotate(net, turned[v], 1);
	}
	plan->times += (copies - 1) * delay;
	free(turned);
	free(hop);
	return error ? error : multiply_parts(plan, copies);
}

/* ---- pipeline ---- */

/* With one port a turn has a time for each link that a node sends over (or, under SINGLE, receives
 * over), so no shorter interval needs to be tried. Rounds may meet in a single packet of a link. */
static int shortest_interval(const struct plan *plan, int *shortest)
{
	size_t nodes = (size_t)plan->problem.net.nodes, ports = (size_t)plan->problem.net.ports;
	int *busy = calloc(nodes, sizeof *busy);
	bool *used = array_zeros(nodes * ports, sizeof *used);
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

int plan_pipeline_from(struct plan *plan, int least)
{
	struct figures figures;
	int shortest, error = shortest_interval(plan, &shortest);

	if (error)
		return error;
	shortest = shortest > least ? shortest : least;
	plan->pipelined = true;
	for (plan->interval = shortest; plan->interval < plan->times; plan->interval++) {
		error = plan_sort(plan);
		if (!error)
			error = plan_turn(plan, &figures);
		if (error || turn_fits(&plan->problem, &figures))
			return error;
	}
	return plan_sort(plan);
}

int plan_pipeline(struct plan *plan)
{
	return plan_pipeline_from(plan, 1);
}

/* ---- complete ---- */

int plan_complete(struct plan *plan, enum collective collective)
{
	plan->problem.collective = collective;
	plan->symmetric = true;
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

/* ---- forwards, then backwards ---- */

int plan_there_and_back(struct plan *plan)
{
	struct plan down = *plan;
	int error;

	down.hop = malloc((plan->hops + 1) * sizeof *down.hop);
	if (!down.hop)
		return no_memory(plan);
	if (plan->hops)
		memcpy(down.hop, plan->hop, plan->hops * sizeof *down.hop);
	error = plan_reverse(plan, REDUCE);
	if (!error)
		error = plan_then(plan, &down);
	plan->problem.collective = ALLREDUCE;
	free(down.hop);
	return error;
}

/* ---- expand ---- */

struct hop plan_translated_hop(const struct plan *plan, struct hop hop, int s)
{
	const struct collective_kind *kind = collective_kind(plan->problem.collective);
	const struct network *net = &plan->problem.net;

	hop.from = network_translate(net, s, hop.from);
	if (kind->sliced)
		hop.part += (uint32_t)s * (uint32_t)plan->parts;
	else if (kind->blocks == BLOCK_FOR_PAIR)
		hop.block = (uint32_t)s * (uint32_t)net->nodes +
			    (uint32_t)network_translate(net, s, (int)hop.block);
	else
		hop.block = (uint32_t)s;
	return hop;
}

int plan_expand(struct plan *plan)
{
	int nodes = plan->problem.net.nodes, error;
	size_t hops;
	struct hop *hop = take_hops(plan, &hops);

	error = plan_reserve(plan, hops * (size_t)nodes);
	for (int s = 0; s < nodes && !error; s++)
		for (size_t i = 0; i < hops && !error; i++)
			error = plan_add(plan, plan_translated_hop(plan, hop[i], s));
	if (collective_kind(plan->problem.collective)->sliced && !error)
		error = multiply_parts(plan, nodes);
	plan->symmetric = false;
	free(hop);
	return error ? error : plan_sort(plan);
}
