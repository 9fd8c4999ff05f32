/* Builds scatters from a corner of a cube: each message crosses a subcube by a send of its own. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/error.h"
#include "collectives/registry.h"
#include "collectives/cube/corner_split.h"
#include "collectives/tree_schedule.h"
#include "collectives/transforms.h"
#include "collectives/discipline.h"
#include "collectives/cube/distribute_waves.h"

/* Stout & Wagar 1990, sections 5 and 6. The message for each node crosses the subcube between node
 * 0 and that node from corner to corner, the messages for the farthest nodes first. Messages that
 * share a link at the same time are one packet.
 *
 *	distribute1	along O.C. SEND 2's ways, the nodes at distance k in stage d - k. Node 0 is
 *			the slowest node: its links carry C(d,k)/d messages each.
 *	distribute2	in fewer, larger waves, which the neighbours of node 0 take apart
 *			(distribute_waves.h). Each wavelet moves as O.C. SEND 3: the ways of O.C.
 *			SEND 2 load the links at a distance unevenly, and waves would catch up
 *			with wavelets.
 *
 * Blocks for different distances are cut differently. A plan has one table of cuts: the cuts of all
 * distances together, in lcm(1, ..., d) units. For distribute1 these cuts are the fractions of
 * Farey's sequence of order d, about d^2 / 3. */

enum {
	MOST_HOPS = 1 << 26
};

struct distribution {
	struct plan *plan;
	const struct distribute_waves *wavelets;
	struct corner corner[NETWORK_DIGITS + 1]; /* of each distance */
};

/* Returns where part p of the wavelet begins, in the units of a message. */
static uint32_t begin_of(
	const struct distribution *all, const struct distribute_wave *wavelet, int p)
{
	const struct corner *corner = &all->corner[wavelet->distance];

	return wavelet->begin + corner->cut[p] * ((wavelet->end - wavelet->begin) / corner->units);
}

/* ---- The cuts of all wavelets together ---- */

static int compare_cuts(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

static size_t list_cuts(const struct distribution *all, uint32_t *cut)
{
	size_t cuts = 0;

	for (int i = 0; i < all->wavelets->count; i++) {
		const struct distribute_wave *wavelet = &all->wavelets->wavelet[i];

		for (int p = 0; p <= all->corner[wavelet->distance].parts; p++, cuts++)
			if (cut)
				cut[cuts] = begin_of(all, wavelet, p);
	}
	return cuts;
}

static int cut_blocks(struct distribution *all)
{
	size_t cuts = list_cuts(all, NULL), kept = 0;
	uint32_t *cut = calloc(cuts, sizeof *cut);
	int error;

	if (!cut)
		return why(ENOMEM, "no memory for the cuts of a plan");
	list_cuts(all, cut);
	qsort(cut, cuts, sizeof *cut, compare_cuts);
	for (size_t i = 0; i < cuts; i++)
		if (!kept || cut[i] != cut[kept - 1])
			cut[kept++] = cut[i];
	all->plan->parts = (int)kept - 1;
	error = plan_cut(all->plan, cut);
	free(cut);
	return error;
}

/* ---- The hops ---- */

/* Adds one wavelet's share of the message for node c. */
static int add_block(struct distribution *all, const struct distribute_wave *wavelet, int c)
{
	const struct corner *corner = &all->corner[wavelet->distance];
	struct plan *plan = all->plan;
	struct passage passage = {
		.across = c, .outside = -1, .block = (uint32_t)c, .time = wavelet->time
	};
	int error = 0;

	for (int part = 0, p = 0; part < plan->parts && !error; part++) {
		if (plan->cut[part] < wavelet->begin || plan->cut[part] >= wavelet->end)
			continue;
		while (begin_of(all, wavelet, p + 1) <= plan->cut[part])
			p++;
		error = corner_add(plan, corner, p, &passage, (uint32_t)part);
	}
	return error;
}

static int add_blocks(struct distribution *all)
{
	const struct network *net = &all->plan->problem.net;
	double hops = (double)net->nodes * net->digits / 2 * all->plan->parts;
	int error = 0;

	if (hops > MOST_HOPS)
		return why(ENOMEM, "%s on %s has %.0f hops, more than %d: nrsbt has fewer",
			all->plan->problem.algorithm, net->name, hops, MOST_HOPS);
	for (int i = 0; i < all->wavelets->count; i++)
		for (int c = 1; c < net->nodes && !error; c++)
			if (__builtin_popcount((unsigned)c) == all->wavelets->wavelet[i].distance)
				error = add_block(all, &all->wavelets->wavelet[i], c);
	return error;
}

static int distribute(struct plan **plan, const struct problem *problem,
	const struct distribute_waves *wavelets, enum corner_kind kind)
{
	struct distribution all = { .wavelets = wavelets };
	struct problem own = *problem;
	int error;

	own.collective = SCATTER;
	error = discipline_none(problem);
	if (!error)
		error = plan_new(&all.plan, &own, 1);
	for (int j = 1; j <= wavelets->d && !error; j++)
		error = corner_open(&all.corner[j], kind, j);
	if (!error)
		error = cut_blocks(&all);
	if (!error)
		error = add_blocks(&all);
	if (!error)
		error = plan_sort(all.plan);
	for (int j = 1; j <= wavelets->d; j++)
		corner_free(&all.corner[j]);
	if (error)
		plan_free(all.plan);
	else
		*plan = all.plan;
	return error;
}

static int distribute_by_stage(struct plan **plan, const struct problem *problem)
{
	struct distribute_waves wavelets;
	int error = distribute_waves_by_stage(&wavelets, problem->net.digits);

	return error ? error : distribute(plan, problem, &wavelets, CORNER_TURNED);
}

/* Makes the hops of DISTRIBUTE 2. Waves do not keep step. */
static int distribute_in_waves(struct plan **plan, const struct problem *problem)
{
	struct distribute_waves wavelets;
	int error = distribute_waves_in_waves(&wavelets, problem->net.digits);

	if (!error)
		error = distribute(plan, problem, &wavelets, CORNER_EVEN);
	if (!error)
		(*plan)->asynchronous = problem->ports == ALL;
	return error;
}

/* ---- The algorithms ---- */

/* COLLECT is DISTRIBUTE backwards. */
static int finish(struct plan **plan, const struct problem *problem, int error)
{
	return error ? error : plan_finish(plan, plan_towards(*plan, problem->collective));
}

int build_distribute1(struct plan **plan, const struct problem *problem)
{
	return finish(plan, problem, distribute_by_stage(plan, problem));
}

int build_distribute2(struct plan **plan, const struct problem *problem)
{
	return finish(plan, problem, distribute_in_waves(plan, problem));
}

/* COMPLETE EXCHANGE: every node does DISTRIBUTE 1. In stage k a link carries the messages for all
 * nodes at distances d - k to d: sum_{j<=k} C(d,j)/d. */
int build_complete_exchange(struct plan **plan, const struct problem *problem)
{
	return plan_by_every_node(plan, problem, distribute_by_stage);
}
