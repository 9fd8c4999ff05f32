/* Finalizes plans: only a plan that is proved for messages of every size may run. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include "base/error.h"
#include "plan/verify/verify_hops.h"
#include "plan/lists/hop_schedule.h"
#include "plan/packet_walk.h"
#include "plan/verify/verify_schedule.h"

/* A pipelined plan is proved by a round and a steady turn. All rounds are equal except for the time
 * and the bytes, so all rounds are causal and complete if a single round is. Rounds share only
 * links and ports. A steady turn has a round in every stage, and uses all links and ports that any
 * turn uses. The first turns, the last turns, and turns with a short last round use a part of
 * these. No rule is broken by sending less.
 *
 * Where hops are absent in rounds of some kinds, a round of each kind is proved. The turn is proved
 * with all hops of all kinds. A real turn has in each stage a round of a single kind, and so uses a
 * part of these hops. The number of rounds does not matter.
 *
 * A symmetric plan is proved by the hops of node 0: a translation keeps links, and takes node 0's
 * blocks to the blocks of every other node. In a turn every node uses the same ports as node 0. */

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
		error = why(EINVAL, "%s %s on %s is not a valid plan: %s: %s",
			collective_name(plan->problem.collective), plan->problem.algorithm,
			plan->problem.net.name, rule_name(verdict.rule), verdict.text);
	return error;
}

/* Returns the kinds, except the first, that differ from the kind before: some hop is done only in
 * rounds of one of the two kinds. */
static unsigned different_kinds(const struct plan *plan)
{
	unsigned different = 0;

	for (size_t i = 0; i < plan->hops && plan->pipelined; i++)
		different |= plan->hop[i].absent ^ (unsigned)plan->hop[i].absent << 1;
	return different;
}

/* Proves a round of each kind. The only round comes last, and its figures are kept. */
static int prove_rounds(struct plan *plan)
{
	unsigned different = different_kinds(plan);
	int error = 0;

	for (unsigned kind = 1; kind < ROUND_ONLY && !error; kind *= 2)
		if (different & 2 * kind)
			error = prove_round(plan, kind);
	return error ? error : prove_round(plan, ROUND_ONLY);
}

static int prove_turn(struct plan *plan)
{
	const struct problem *p = &plan->problem;
	struct figures figures;
	int error = plan_turn(plan, &figures);

	if (!error && !turn_fits(p, &figures))
		error = why(EINVAL,
			"%s %s on %s is not a valid plan: needs ports %s, duplex %s%s; %s, %s were "
			"asked for",
			collective_name(p->collective), p->algorithm, p->net.name,
			ports_name(figures.ports), duplex_name(figures.duplex),
			figures.conflicts ? ", two packets on a link at once" : "",
			ports_name(p->ports), duplex_name(p->duplex));
	if (plan->symmetric)
		plan->round = figures; /* of the whole machine */
	return error;
}

/* Returns the largest number of parts in a packet. In a turn the hops of several stages may share a
 * link and a time: trees of congestion two (Tseng & Sheu 1997, section 4) have packets of two
 * parts. Hops that are absent in some kinds of rounds are done instead of other hops, and do not
 * count. */
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
