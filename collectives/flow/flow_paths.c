/* Takes a flow apart into paths, which are the ways of the parts of blocks. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/error.h"
#include "collectives/flow/flow_paths.h"

/* The way of some units: the node before each step, and the port of each step, -1 to stay. */
struct path {
	int node[EXPANSION_STEPS + 1], port[EXPANSION_STEPS];
	int64_t units;
};

static int64_t *link_of(struct expanded_flow *e, int t, int v, int port)
{
	size_t nodes = (size_t)e->net.nodes, ports = (size_t)e->net.ports;

	return &e->link[((size_t)t * nodes + (size_t)v) * ports + (size_t)port];
}

static int64_t *kept_at(struct expanded_flow *e, int t, int v)
{
	return &e->kept[(size_t)t * (size_t)e->net.nodes + (size_t)v];
}

/* Finds a way from the root along the broadest arc of each step, so that the ways are few. */
static void find_way(struct expanded_flow *e, struct path *way)
{
	way->units = INT64_MAX;
	way->node[0] = 0;
	for (int t = 0; t < e->steps; t++) {
		int v = way->node[t];
		int64_t broadest = *kept_at(e, t, v);

		way->port[t] = -1;
		for (int p = 0; p < e->net.ports; p++)
			if (*link_of(e, t, v, p) > broadest) {
				broadest = *link_of(e, t, v, p);
				way->port[t] = p;
			}
		way->node[t + 1] = way->port[t] < 0 ? v : e->next[v * e->net.ports + way->port[t]];
		way->units = broadest < way->units ? broadest : way->units;
	}
	if (*kept_at(e, e->steps, way->node[e->steps]) < way->units)
		way->units = *kept_at(e, e->steps, way->node[e->steps]);
}

static void take_way(struct expanded_flow *e, const struct path *way)
{
	for (int t = 0; t < e->steps; t++)
		*(way->port[t] < 0 ? kept_at(e, t, way->node[t])
				   : link_of(e, t, way->node[t], way->port[t])) -= way->units;
	*kept_at(e, e->steps, way->node[e->steps]) -= way->units;
}

/* Cuts loops out of a way: units that come back to a node can stay at the node all that time.
 * plan_reverse needs ways without loops, as the reverse keeps one delivery of a part to a node. */
static void cut_loops(const struct expanded_flow *e, struct path *way)
{
	for (int t = 0; t < e->steps; t++) {
		int back = t;

		for (int k = t + 1; k <= e->steps; k++)
			if (way->node[k] == way->node[t])
				back = k;
		for (int k = t; k < back; k++) {
			way->node[k] = way->node[t];
			way->port[k] = -1;
		}
	}
}

static int add_way(
	struct plan *plan, const struct expanded_flow *e, const struct path *way, int64_t first)
{
	int error = 0;

	for (int t = 0; t < e->steps; t++) {
		struct hop hop = { .time = t,
			.from = way->node[t],
			.block = (uint32_t)way->node[e->steps],
			.port = (uint16_t)way->port[t] };

		for (int64_t i = 0; way->port[t] >= 0 && i < way->units && !error; i++) {
			hop.part = (uint32_t)(first + i);
			error = plan_add(plan, hop);
		}
	}
	return error;
}

static int add_ways(struct plan *plan, struct expanded_flow *e)
{
	int64_t *brought = calloc((size_t)e->net.nodes, sizeof *brought), left = 0;
	int error = 0;

	if (!brought)
		return why(ENOMEM, "no memory for the paths of a scatter");
	for (int v = 0; v < e->net.nodes; v++)
		left += *kept_at(e, e->steps, v);
	while (left && !error) {
		struct path way;
		int to;

		find_way(e, &way);
		take_way(e, &way);
		cut_loops(e, &way);
		to = way.node[e->steps];
		error = add_way(plan, e, &way, brought[to]);
		brought[to] += way.units;
		left -= way.units;
	}
	free(brought);
	return error ? error : plan_sort(plan);
}

int flow_paths_plan(
	struct plan **plan, const struct problem *problem, struct expanded_flow *e, int parts)
{
	struct problem own = *problem;
	int error;

	own.collective = SCATTER;
	error = plan_new(plan, &own, parts);
	return error ? error : plan_kept(plan, add_ways(*plan, e));
}
