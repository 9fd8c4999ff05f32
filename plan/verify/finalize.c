/* Sealing: a plan is proved for messages of every size, or it does not run. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "plan/verify/verify_hops.h"
#include "plan/hop_metrics.h"
#include "plan/hop_schedule.h"
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
	if (!error && (plan->symmetric || plan->stream))
		error = plan_index(plan);
	if (!error && plan->pipelined)
		plan->batch = parts_in_packet(plan);
	plan->finalized = !error;
	return error;
}
