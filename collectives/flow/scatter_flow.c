/* Builds the scatter by flow: all blocks in the least time that the links of any network allow. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/size.h"
#include "base/error.h"
#include "collectives/registry.h"
#include "collectives/tree_schedule.h"
#include "collectives/transforms.h"
#include "collectives/flow/flow_paths.h"
#include "base/array.h"
#include "collectives/flow/simplex.h"
#include "collectives/flow/time_expanded_flow.h"

/* The program minimises the sum of the lengths such that a flow in the time-expanded network brings
 * a block to every node. By Ford and Fulkerson's theorem such a flow exists if each cut has room
 * for the units that lie beyond the cut, and the room of a cut is a sum of lengths. So the
 * variables are only the few lengths, and only the cuts that a flow meets are written down
 * (Benders' decomposition). A turn finds lengths from the cuts known so far, a flow for these
 * lengths, and the cut that limits the flow. Lengths as late as possible make the search quick:
 * some twenty turns for thousands of nodes. On cubes the lengths come out as Johnsson & Ho's
 * C(n, l) / n.
 *
 * Fractions: a vertex has small denominators. The largest units that the sum allows are tried
 * first. Lengths are rounded so that no more is sent late than before, and a flow of integers
 * decides. */

enum {
	SCALE = 1 << 20, /* units of a block during the search for lengths */
	MOST_PARTS = 1000,
	MOST_TURNS = 1000
};

struct search {
	struct expanded_flow *e;
	int64_t *need;
	struct inequality *cut;
	size_t cuts, room;
	double length[EXPANSION_STEPS]; /* in blocks */
};

static double sum(const double *length, int steps)
{
	double all = 0;

	for (int t = 0; t < steps; t++)
		all += length[t];
	return all;
}

/* Returns the sum of the lengths in blocks. */
static double step_lengths_sum(const struct expanded_flow *e, int parts)
{
	double all = 0;

	for (int t = 0; t < e->steps; t++)
		all += (double)e->length[t] / parts;
	return all;
}

/* Returns true if a flow brings `units` units to every node. */
static bool serves(const struct search *s, int64_t units)
{
	struct expanded_flow *e = s->e;

	for (int v = 0; v < e->net.nodes; v++)
		s->need[v] = v ? units : 0;
	expanded_flow_drain(e);
	return expanded_flow_fill(e) == units * (e->net.nodes - 1);
}

/* Adds the least cut next to the root, or the least cut next to the receivers (far). Returns 0 or
 * -ENOMEM. */
static int add_cut(struct search *s, bool far)
{
	int64_t crossing[EXPANSION_STEPS], least = expanded_flow_cut(s->e, far, crossing);
	struct inequality cut = { .least = (double)least / SCALE };

	for (int t = 0; t < s->e->steps; t++)
		cut.factor[t] = (double)crossing[t];
	if (array_reserve(&s->cut, &s->room, s->cuts + 1, sizeof cut))
		return -ENOMEM;
	s->cut[s->cuts++] = cut;
	return 0;
}

/* Finds lengths for which there is a flow, with the least sum up to the tilt. After MOST_TURNS
 * turns the cuts lack less than the arithmetic can tell, and find_parts asks for a flow of
 * integers. */
static int find_lengths(struct search *s, double tilt)
{
	for (int turn = 0; turn < MOST_TURNS; turn++) {
		int error = simplex(s->cut, (int)s->cuts, s->e->steps, tilt, s->length);

		if (error == -ENOMEM)
			return error;
		if (error)
			return why(-error, "no step lengths for a scatter on %s in %d steps",
				s->e->net.name, s->e->steps);
		for (int t = 0; t < s->e->steps; t++)
			s->e->length[t] = (int64_t)ceil(s->length[t] * SCALE);
		if (serves(s, SCALE))
			return 0;
		if (add_cut(s, false) || add_cut(s, true))
			return -ENOMEM;
	}
	return 0;
}

/* Returns the least number of parts such that every x is a whole number of parts, or 0 if there is
 * none. */
static int denominator(const double *x, int count)
{
	for (int parts = 1; parts <= MOST_PARTS; parts++) {
		double off = 0;

		for (int i = 0; i < count; i++)
			off = fmax(off, fabs(x[i] * parts - round(x[i] * parts)));
		if (off < 1e-5)
			return parts;
	}
	return 0;
}

/* Rounds down the units that are sent in the last k steps, for each k. The rest goes earlier. */
static void round_down(const struct search *s, int parts)
{
	double late = 0;
	int64_t before = 0;

	for (int t = s->e->steps - 1; t >= 0; t--) {
		int64_t now;

		late += s->length[t];
		now = (int64_t)floor(late * parts + 1e-5);
		s->e->length[t] = now - before;
		before = now;
	}
}

static int find_parts(const struct search *s, int *parts)
{
	double whole = sum(s->length, s->e->steps);
	int least = denominator(&whole, 1), most = denominator(s->length, s->e->steps);

	for (*parts = least; most && *parts <= most; *parts += least) {
		round_down(s, *parts);
		if (serves(s, *parts))
			return 0;
	}
	return why(EINVAL,
		"flow: on %s steps would have lengths of fractions below 1/%d of a block",
		s->e->net.name, MOST_PARTS);
}

/* Adds the cut of the root's links, which all units pass. */
static int add_root(struct search *s)
{
	struct inequality cut = { .least = s->e->net.nodes - 1 };

	for (int t = 0; t < s->e->steps; t++)
		cut.factor[t] = s->e->net.ports;
	if (array_reserve(&s->cut, &s->room, 1, sizeof cut))
		return -ENOMEM;
	s->cut[s->cuts++] = cut;
	return 0;
}

/* Chooses the lengths of all steps of an expansion with the least sum such that every node but the
 * root receives a block. Among several such choices the late steps are as long as possible. Sets
 * `parts`, the number of units of a block, and the lengths in units. need[v] becomes the units that
 * v receives, and e->keep of the last step must be `need`. Fills the expansion with such a flow, of
 * integers. Obeys e->open. Returns 0; -EINVAL with why if the units would be too small; or
 * -ENOMEM. */
static int step_lengths(struct expanded_flow *e, int64_t *need, int *parts)
{
	struct search s = { .e = e, .need = need };
	double bound = (double)(e->net.nodes - 1) / e->net.ports;
	int error = add_root(&s);

	if (!error)
		error = find_lengths(&s, 1e-5);
	/* The tilt may have raised the sum above the root's bound, so a smaller tilt is tried. */
	if (!error && sum(s.length, e->steps) > bound * (1 + 1e-9))
		error = find_lengths(&s, 1e-8);
	if (!error)
		error = find_parts(&s, parts);
	free(s.cut);
	return error;
}

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
