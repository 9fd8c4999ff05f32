/* Sealing: a plan is proved for messages of every size, or it does not run. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/error.h"
#include "plan/model/pipeline_rate.h"
#include "plan/verify/verify_hops.h"
#include "plan/hop_metrics.h"
#include "plan/packet_walk.h"
#include "plan/verify/verify_schedule.h"

/* A pipelined plan is proved by one round and by one steady turn. Rounds are shifts of one another
 * and carry different bytes, so each is causal and complete when one is. They share nothing but
 * links and ports; a steady turn, in which every stage of the round is under way, uses all that any
 * turn uses; the first turns, the last ones, and those with a short last round use a part of it,
 * and no rule is broken by sending less.
 *
 * Where hops are absent in rounds of some kinds, one round of each kind is proved. The turn is the
 * one that would do every hop of every kind: a turn has one round in each stage, of one kind, and
 * so uses a part of it. Nor does it matter how many rounds there are.
 *
 * A symmetric plan is proved by node 0's own hops: a translation keeps links, and takes node 0's
 * blocks to those of any other node. In a turn every node uses the ports that node 0 uses.      */

/* What the hops do, as a collective whose blocks move: node 0's own when the plan is symmetric. */
static enum collective collective_of_hops(const struct plan *plan)
{
	enum collective collective = plan->problem.collective;

	if (!plan->symmetric)
		return collective_has_bytes(collective) ? collective : ALLGATHER;
	return collective_kind(collective)->of_node;
}

static struct problem problem_of_hops(const struct plan *plan)
{
	struct problem problem = plan->problem;

	problem.collective = collective_of_hops(plan);
	problem.ports = ALL;
	problem.duplex = FULL;
	return problem;
}

/* A part that there is not lies behind the block, where the verifier sees it. */
static struct range range_of(const struct plan *plan, const struct hop *h)
{
	size_t begin = plan->cut ? plan_units(plan) + h->part : h->part;

	if (h->part >= (uint32_t)plan->parts || !plan->cut)
		return (struct range){ h->block, begin, begin + 1 };
	return (struct range){ h->block, plan->cut[h->part], plan->cut[h->part + 1] };
}

/* Packets with a unit for a byte; in a view they all leave node 0. */
static int add_packets(struct schedule *s, const struct plan *plan, struct packet_walk walk)
{
	struct range *range = array_new(plan->hops, sizeof *range);
	int error = range ? 0 : why(ENOMEM, "no memory for a schedule of %zu hops", plan->hops);

	while (!error && walk_next(&walk)) {
		struct packet packet = { .step = hop_slot_of(walk.first, walk.interval),
			.from = s->view ? 0 : walk.first->from,
			.port = walk.first->port,
			.fold = walk.first->fold };

		packet.to = network_neighbour(&s->problem.net, packet.from, packet.port);
		for (const struct hop *h = walk.first; h < walk.end; h++)
			if (hop_done(h, walk.kinds))
				range[packet.count++] = range_of(plan, h);
		error = schedule_add(s, packet, range);
	}
	free(range);
	return error ? error : schedule_sort(s);
}

static int schedule_of_hops(
	struct schedule **schedule, const struct plan *plan, struct packet_walk walk)
{
	struct problem problem = problem_of_hops(plan);
	struct schedule *s;
	int error = schedule_new(&s, &problem);

	if (error)
		return error;
	s->bytes = plan_units(plan);
	s->view = walk.view;
	s->alternating = s->view && plan->alternating;
	error = add_packets(s, plan, walk);
	if (error)
		schedule_free(s);
	else
		*schedule = s;
	return error;
}

static int prove_round(struct plan *plan, unsigned kind)
{
	struct problem problem = problem_of_hops(plan);
	struct schedule *schedule;
	struct verdict verdict;
	bool right;
	int error = verify_hops_round(plan, &problem, kind, &plan->round, &right);

	if (error || right)
		return error;
	error = schedule_of_hops(&schedule, plan, walk_round(plan, kind));
	if (error)
		return error;
	error = schedule_verify(schedule, &verdict);
	if (!error)
		error = schedule_figures(schedule, &plan->round);
	schedule_free(schedule);
	if (!error && !verdict.ok)
		error = why(EINVAL, "%s %s on %s is no valid plan: %s: %s",
			collective_name(plan->problem.collective), plan->problem.algorithm,
			plan->problem.net.name, rule_name(verdict.rule), verdict.text);
	return error;
}

/* The kinds, but the first, that differ from the one before: some hop is done in one of them
 * alone. */
static unsigned different_kinds(const struct plan *plan)
{
	unsigned different = 0;

	for (size_t i = 0; i < plan->hops && plan->pipelined; i++)
		different |= plan->hop[i].absent ^ (unsigned)plan->hop[i].absent << 1;
	return different;
}

/* One round of each kind, the only one last, whose figures are kept. */
static int prove_rounds(struct plan *plan)
{
	unsigned different = different_kinds(plan);
	int error = 0;

	for (unsigned kind = 1; kind < ROUND_ONLY && !error; kind *= 2)
		if (different & 2 * kind)
			error = prove_round(plan, kind);
	return error ? error : prove_round(plan, ROUND_ONLY);
}

int plan_turn(const struct plan *plan, struct figures *figures)
{
	struct problem problem = problem_of_hops(plan);
	struct plan sorted = *plan;
	int error;

	if (plan_is_sorted(plan))
		return hop_metrics_turn(figures, plan, &problem);
	sorted.hop = malloc((plan->hops + 1) * sizeof *sorted.hop);
	if (!sorted.hop)
		return why(ENOMEM, "no memory for a turn of %zu hops", plan->hops);
	memcpy(sorted.hop, plan->hop, plan->hops * sizeof *sorted.hop);
	error = plan_sort(&sorted);
	if (!error)
		error = hop_metrics_turn(figures, &sorted, &problem);
	free(sorted.hop);
	return error;
}

bool turn_fits(const struct problem *problem, const struct figures *figures)
{
	return figures->ports <= problem->ports && figures->duplex <= problem->duplex &&
	       !figures->conflicts;
}

static int prove_turn(struct plan *plan)
{
	const struct problem *p = &plan->problem;
	struct problem problem = problem_of_hops(plan);
	struct figures figures;
	int error = hop_metrics_turn(&figures, plan, &problem);

	if (!error && !turn_fits(p, &figures))
		error = why(EINVAL,
			"%s %s on %s is no valid plan: needs ports %s, duplex %s%s; %s, %s were "
			"asked for",
			collective_name(p->collective), p->algorithm, p->net.name,
			ports_name(figures.ports), duplex_name(figures.duplex),
			figures.conflicts ? ", two packets on a link at once" : "",
			ports_name(p->ports), duplex_name(p->duplex));
	if (plan->symmetric)
		plan->round = figures; /* of the whole machine */
	return error;
}

/* Of what is not told by steps times one part. */
static int find_cadence(struct plan *plan)
{
	struct schedule *round = NULL, *turn = NULL;
	int error;

	if (!plan->cut && !plan->asynchronous)
		return 0;
	error = schedule_of_hops(&round, plan, walk_round(plan, ROUND_ONLY));
	if (!error)
		error = schedule_of_hops(&turn, plan, walk_turn(plan));
	if (!error)
		error = pipeline_rate_find(&plan->cadence, plan, round, turn);
	schedule_free(turn);
	schedule_free(round);
	return error;
}

/* Over a link at one time of a turn go hops of several stages: trees of congestion two (Tseng &
 * Sheu 1997, section 4) have packets of two parts. Hops that only rounds of some kinds have are
 * done in place of others, and not counted. */
static int parts_in_packet(const struct plan *plan)
{
	struct packet_walk walk = walk_turn(plan);
	int most = 1;

	while (walk_next(&walk)) {
		int parts = 0;

		for (const struct hop *h = walk.first; h < walk.end; h++)
			parts += !h->absent;
		most = parts > most ? parts : most;
	}
	return most;
}

int plan_finalize(struct plan *plan)
{
	int error;

	if (plan->hops >= UINT32_MAX / 2)
		return why(ENOMEM, "a plan of %zu hops is more than an index holds", plan->hops);
	error = plan_sort(plan);
	if (!error)
		error = prove_rounds(plan);
	if (!error)
		error = prove_turn(plan);
	if (!error)
		error = find_cadence(plan);
	if (!error && (plan->symmetric || plan->stream))
		error = plan_index(plan);
	if (!error && plan->pipelined)
		plan->batch = parts_in_packet(plan);
	plan->finalized = !error;
	return error;
}
