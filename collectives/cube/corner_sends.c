/* Builds sends across a cube: opposite corners, extended opposite corners, and any two nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/error.h"
#include "collectives/registry.h"
#include "collectives/cube/corner_split.h"
#include "collectives/tree_schedule.h"
#include "collectives/transforms.h"
#include "collectives/discipline.h"
#include "topology/trees/families.h"

/* Stout & Wagar 1990, sections 3 and 4. A message goes from node 0 over n dimensions: the bits of
 * the destination. The message travels in lanes. One lane crosses the subcube of these dimensions
 * from corner to corner. Each other lane steps out of the subcube over one more dimension, crosses
 * the neighbouring subcube and steps back. No two lanes share a link.
 *
 *	ocsend1..4	one lane, n = d; ocsend4 is ocsend3 with a group of the message in each step
 *	xocsend1..2	one lane, through an outside dimension; xocsend2 is pipelined
 *	arbitrary1	one lane, pipelined: O.C. SEND 4 in the subcube
 *	arbitrary2	the destination's part of BROADCAST 4: d lanes of 1/d, one for each link
 *			of node 0
 *	arbitrary3	n/d of the message by O.C. SEND 4, and 1/d by X.O.C. SEND 2 through each
 *			of the d - n outside dimensions. Both have the same number of groups:
 *			the best number for the slower send does not make the other send slower.
 *
 * A pipeline with packets of different sizes does not keep step: a node passes a group on as soon
 * as the group has come, and the first packets, which are the largest, set the pace. */

struct send {
	struct plan *plan;
	struct corner corner;
	int across; /* the dimensions to cross, as bits */
	int time[NETWORK_DIGITS + 2];
};

static int close_send(struct send *send, struct plan **plan, int error)
{
	corner_free(&send->corner);
	if (error)
		plan_free(send->plan);
	else
		*plan = send->plan;
	return error;
}

static int open_send(struct send *send, const struct problem *problem, enum corner_kind kind)
{
	int error = discipline_none(problem);

	*send = (struct send){ .across = network_untranslate(
				       &problem->net, problem->root, problem->destination) };
	for (int i = 0; i < NETWORK_DIGITS + 2; i++)
		send->time[i] = i;
	if (!error)
		error = plan_new(&send->plan, problem, 1);
	return error ? error
		     : corner_open(&send->corner, kind, __builtin_popcount((unsigned)send->across));
}

/* Adds one lane: all parts of the corner, numbered from `first` on. */
static int add_lane(struct send *send, int outside, int first)
{
	struct passage passage = { .across = send->across, .outside = outside, .time = send->time };
	int error = 0;

	for (int p = 0; p < send->corner.parts && !error; p++)
		error = corner_add(send->plan, &send->corner, p, &passage, (uint32_t)(first + p));
	return error;
}

/* Makes the table of cuts of `lanes` lanes. The first lane takes `share` times as much as each
 * other lane. */
static int cut_lanes(struct send *send, int lanes, int share)
{
	const struct corner *corner = &send->corner;
	int parts = send->plan->parts = lanes * corner->parts, error;
	uint32_t *cut = calloc((size_t)parts + 1, sizeof *cut), begin = 0;

	if (!cut)
		return why(ENOMEM, "no memory for the cuts of a plan");
	for (int lane = 0; lane < lanes; lane++) {
		uint32_t scale = lane ? 1 : (uint32_t)share;

		for (int p = 0; p <= corner->parts; p++)
			cut[lane * corner->parts + p] = begin + scale * corner->cut[p];
		begin += scale * corner->units;
	}
	error = plan_cut(send->plan, cut);
	free(cut);
	return error;
}

/* Returns the least dimension that the message need not cross. */
static int outside_of(int across)
{
	return __builtin_ctz(~(unsigned)across);
}

/* ---- Opposite corners ---- */

int serves_opposite_corners(const struct problem *problem)
{
	int opposite = problem->net.nodes - 1;

	if (network_untranslate(&problem->net, problem->root, problem->destination) == opposite)
		return 0;
	return why(EINVAL,
		"send %s: node %d is not the corner opposite to node %d, which is %d; arbitrary1, "
		"arbitrary2 and arbitrary3 send to any node",
		problem->algorithm, problem->destination, problem->root,
		network_translate(&problem->net, problem->root, opposite));
}

/* Starts rounds as early as the port model allows. An error frees the plan. */
static int start_rounds(struct plan **plan)
{
	return plan_kept(plan, (*plan)->hops ? plan_pipeline(*plan) : 0);
}

/* Starts rounds without a common step if all ports work at once. */
static int start_groups(struct plan **plan)
{
	int error = plan_finish(plan, 0);

	if (!error)
		error = start_rounds(plan);
	if (!error)
		(*plan)->asynchronous = (*plan)->problem.ports == ALL;
	return error;
}

static int send_lane(struct plan **plan, const struct problem *problem, enum corner_kind kind,
	int outside, bool pipelined)
{
	struct send send;
	int error = open_send(&send, problem, kind);

	if (!error)
		error = kind == CORNER_EVEN ? cut_lanes(&send, 1, 1) : 0;
	if (!error)
		send.plan->parts = send.corner.parts;
	if (!error && send.across)
		error = add_lane(&send, outside, 0);
	if (!error)
		error = plan_sort(send.plan);
	error = close_send(&send, plan, error);
	if (error)
		return error;
	return pipelined ? start_groups(plan) : plan_finish(plan, 0);
}

int build_ocsend1(struct plan **plan, const struct problem *problem)
{
	return send_lane(plan, problem, CORNER_WHOLE, -1, false);
}

int build_ocsend2(struct plan **plan, const struct problem *problem)
{
	return send_lane(plan, problem, CORNER_TURNED, -1, false);
}

int build_ocsend3(struct plan **plan, const struct problem *problem)
{
	return send_lane(plan, problem, CORNER_EVEN, -1, false);
}

/* Builds O.C. SEND 4, or ARBITRARY SEND 1 in a subcube. */
int build_ocsend4(struct plan **plan, const struct problem *problem)
{
	return send_lane(plan, problem, CORNER_EVEN, -1, true);
}

/* ---- Extended: the message crosses a subcube that holds neither of the two nodes ---- */

int serves_other_corners(const struct problem *problem)
{
	if (serves_opposite_corners(problem))
		return 0;
	return why(EINVAL,
		"send %s: goes through a dimension in which root and destination agree, and nodes "
		"%d "
		"and %d differ in all; ocsend4 and arbitrary3 send there",
		problem->algorithm, problem->root, problem->destination);
}

static int send_outside(struct plan **plan, const struct problem *problem, bool pipelined)
{
	int across = network_untranslate(&problem->net, problem->root, problem->destination);

	return send_lane(plan, problem, CORNER_EVEN, outside_of(across), pipelined);
}

int build_xocsend1(struct plan **plan, const struct problem *problem)
{
	return send_outside(plan, problem, false);
}

int build_xocsend2(struct plan **plan, const struct problem *problem)
{
	return send_outside(plan, problem, true);
}

/* ---- Any two nodes, over all links of the root ---- */

/* Adds the way of packet z of BROADCAST 3A, which comes to the destination over dimension z. No
 * other packet uses the subcube that packet z crosses, so any way through the subcube will do.
 * Where the destination is at distance d - 1, the last group need not go so far: BROADCAST 3B sends
 * the last group in a second wave, by the way of another packet. */
static int add_detour(struct send *send, int d, int z, int part)
{
	bool far = send->corner.n == d - 1;
	struct passage passage = { .across = send->across, .outside = z, .time = send->time };
	size_t first = send->plan->hops;
	int error = corner_add(send->plan, &send->corner, 0, &passage, (uint32_t)part);

	for (size_t i = first; far && i < send->plan->hops; i++)
		send->plan->hop[i].absent = ROUND_LAST | ROUND_ONLY;
	if (error || !far)
		return error;
	first = send->plan->hops;
	passage.outside = -1;
	passage.time++;
	error = corner_add(send->plan, &send->corner, 0, &passage, (uint32_t)part);
	for (size_t i = first; i < send->plan->hops; i++)
		send->plan->hop[i].absent = ROUND_FIRST | ROUND_BETWEEN;
	return error;
}

/* Builds ARBITRARY SEND 2. The packets that cross the subcube come first: these packets take fewer
 * steps than the others, and a short last round does without the others. */
int build_arbitrary2(struct plan **plan, const struct problem *problem)
{
	int d = problem->net.digits, part, error;
	struct send send;

	error = open_send(&send, problem, CORNER_TURNED);
	if (!error && send.across) {
		send.plan->parts = d;
		part = send.corner.parts;
		error = add_lane(&send, -1, 0);
		for (int z = 0; z < d && !error; z++)
			if (!(send.across >> z & 1))
				error = add_detour(&send, d, z, part++);
	}
	if (!error)
		error = plan_sort(send.plan);
	error = close_send(&send, plan, error);
	if (!error)
		error = plan_finish(plan, 0);
	if (!error)
		(*plan)->even = true;
	return error ? error : start_rounds(plan);
}

int build_arbitrary3(struct plan **plan, const struct problem *problem)
{
	int d = problem->net.digits, lane = 1, n, error;
	struct send send;

	error = open_send(&send, problem, CORNER_EVEN);
	n = send.corner.n;
	if (!error && n) {
		error = cut_lanes(&send, d - n + 1, n);
		if (!error)
			error = add_lane(&send, -1, 0);
		for (int z = 0; z < d && !error; z++)
			if (!(send.across >> z & 1))
				error = add_lane(&send, z, lane++ * send.corner.parts);
	}
	if (!error)
		error = plan_sort(send.plan);
	error = close_send(&send, plan, error);
	return error ? error : start_groups(plan);
}
