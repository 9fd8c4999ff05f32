/* Builds the scatter by flow: all blocks in the least time that the links of any network allow. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/size.h"
#include "base/error.h"
#include "collectives/registry.h"
#include "collectives/tree_schedule.h"
#include "collectives/transforms.h"
#include "collectives/flow/flow_paths.h"
#include "collectives/flow/step_lengths.h"

/* The plan has the least sum of the largest packets of all scatters in that many synchronous steps
 * in which all ports may be used at once. By default there are as many steps as the diameter. Two
 * lower bounds are then met at once, (N - 1) / ports blocks and the diameter's start-ups (Nickolov
 * 1993, section 1.1), on every network tried but ccc:3, where order steps:K trades start-ups for
 * volume. Units go along shortest paths, unless other ways save time. */

enum {
	MOST_ARCS = 1 << 20 /* of the expansion, which then takes seconds */
};

static int steps_of(int *steps, const struct problem *problem)
{
	int least = network_diameter(&problem->net);

	*steps = least;
	if (!problem->order[0])
		return 0;
	if (strncmp(problem->order, "steps:", 6))
		return why(EINVAL, "flow has no order '%s'; it has steps:K", problem->order);
	if (number_parse(steps, problem->order + 6, least, EXPANSION_STEPS))
		return why(EINVAL, "flow, %s: K is a number from %d, the diameter of %s, to %d",
			problem->order, least, problem->net.name, EXPANSION_STEPS);
	return 0;
}

static int check_size(const struct network *net, int steps)
{
	double arcs = (double)net->nodes * net->ports * steps;

	if (steps <= EXPANSION_STEPS && arcs <= MOST_ARCS)
		return 0;
	return why(EINVAL,
		"flow: %s in %d steps has a time-expanded network of %.0f arcs, more than "
		"%d; use a tree family, such as bfs",
		net->name, steps, arcs, MOST_ARCS);
}

/* Returns the links that lead away from the root. */
static bool *links_outwards(const struct network *net)
{
	bool *open = malloc((size_t)net->nodes * (size_t)net->ports * sizeof *open);

	for (int v = 0; open && v < net->nodes; v++)
		for (int p = 0; p < net->ports; p++)
			open[v * net->ports + p] =
				network_distance(net, 0, network_neighbour(net, v, p)) >
				network_distance(net, 0, v);
	return open;
}

/* Finds a flow along shortest paths where that is as fast as the root's links allow, or else along
 * any paths. */
static int find_flow(struct expanded_flow *e, int64_t *need, const bool *outwards, int *parts)
{
	double bound = (double)(e->net.nodes - 1) / e->net.ports;
	int error;

	e->keep[e->steps] = need;
	for (int t = 0; t < e->steps; t++)
		e->open[t] = outwards;
	error = step_lengths(e, need, parts);
	if (error || step_lengths_sum(e, *parts) <= bound * (1 + 1e-9))
		return error;
	for (int t = 0; t < e->steps; t++)
		e->open[t] = NULL;
	error = step_lengths(e, need, parts);
	expanded_flow_cancel(e);
	return error;
}

static int make(struct plan **plan, const struct problem *problem, int steps)
{
	const struct network *net = &problem->net;
	int64_t *need = calloc((size_t)net->nodes, sizeof *need);
	bool *outwards = links_outwards(net);
	struct expanded_flow *e = NULL;
	int parts = 1, error = -ENOMEM;

	if (!need || !outwards)
		why(ENOMEM, "no memory for a flow on %s", net->name);
	else
		error = expanded_flow_new(&e, net, steps);
	if (!error)
		error = find_flow(e, need, outwards, &parts);
	if (!error)
		error = flow_paths_plan(plan, problem, e, parts);
	expanded_flow_free(e);
	free(outwards);
	free(need);
	return error;
}

static int flow(struct plan **plan, const struct problem *problem)
{
	struct problem own = *problem;
	int steps, error = steps_of(&steps, problem);

	own.collective = SCATTER;
	if (error)
		return error;
	if (problem->net.nodes == 1)
		return plan_new(plan, &own, 1);
	error = check_size(&problem->net, steps);
	return error ? error : make(plan, problem, steps);
}

int build_scatter_flow(struct plan **plan, const struct problem *problem)
{
	int error = flow(plan, problem);

	return error ? error : plan_finish(plan, plan_towards(*plan, problem->collective));
}
