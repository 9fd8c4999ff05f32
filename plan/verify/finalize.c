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

/* One hop as a packet with a unit for a byte; in a view they all leave node 0. */
static int add_packet(struct schedule *s, const struct plan *plan, const struct hop *h, int step)
{
	struct range range = { h->block, h->part, h->part + 1 };
	struct packet packet = { .step = step,
		.from = s->view ? 0 : h->from,
		.port = h->port,
		.fold = h->fold,
		.count = 1 };

	if (plan->cut) {
		range.begin = plan->cut[h->part];
		range.end = plan->cut[h->part + 1];
	}
	packet.to = network_neighbour(&s->problem.net, packet.from, h->port);
	return schedule_add(s, packet, &range);
}

/* The hops in the order of their times, and as they were within one: hop number i is order[i]. */
static int order_by_time(uint32_t **order, const struct plan *plan)
{
	size_t *next = calloc((size_t)plan->times + 1, sizeof *next);
	uint32_t *ordered = malloc((plan->hops + 1) * sizeof *ordered);

	if (!next || !ordered) {
		free(next);
		free(ordered);
		return why(ENOMEM, "no memory to order %zu hops", plan->hops);
	}
	for (size_t i = 0; i < plan->hops; i++)
		next[plan->hop[i].time + 1]++; /* plan_sort has set `times` */
	for (int t = 1; t < plan->times; t++)
		next[t] += next[t - 1];
	for (size_t i = 0; i < plan->hops; i++)
		ordered[next[plan->hop[i].time]++] = (uint32_t)i;
	free(next);
	*order = ordered;
	return 0;
}

/* The hops of rounds of these kinds. */
static int add_packets(struct schedule *s, const struct plan *plan, bool slots, unsigned kinds)
{
	uint32_t *order = NULL;
	int error = array_reserve(&s->packet, &s->packets_room, plan->hops, sizeof *s->packet);

	if (!error)
		error = array_reserve(&s->range, &s->ranges_room, plan->hops, sizeof *s->range);
	if (!error && !slots)
		error = order_by_time(&order, plan);
	for (size_t i = 0; i < plan->hops && !error; i++) {
		const struct hop *h = &plan->hop[slots ? i : order[i]];

		if (kinds & ~(unsigned)h->absent)
			error = add_packet(s, plan, h, slots ? hop_slot(plan, h) : h->time);
	}
	free(order);
	return error ? error : schedule_batch(s);
}

/* The hops of rounds of these kinds as packets at their times, or at their slots, where those of a
 * symmetric plan make a view. */
static int schedule_of_hops(
	struct schedule **schedule, const struct plan *plan, bool slots, unsigned kinds)
{
	struct problem problem = problem_of_hops(plan);
	struct schedule *s;
	int error = schedule_new(&s, &problem);
	if (error)
		return error;
	s->bytes = plan_units(plan);
	s->view = slots && plan->symmetric;
	s->alternating = s->view && plan->alternating;
	error = add_packets(s, plan, slots, kinds);
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
	error = schedule_of_hops(&schedule, plan, false, kind);
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

/* The kinds, but the first, that differ from the one before: some hop is done in one of them alone. */
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
	const unsigned all = (1u << ROUND_KINDS) - 1;
	struct schedule *round = NULL, *turn = NULL;
	int error;

	if (!plan->cut && !plan->asynchronous)
		return 0;
	error = schedule_of_hops(&round, plan, false, ROUND_ONLY);
	if (!error)
		error = schedule_of_hops(&turn, plan, true, all);
	if (!error)
		error = pipeline_rate_find(&plan->cadence, plan, round, turn);
	schedule_free(turn);
	schedule_free(round);
	return error;
}

static bool same_packet(const struct plan *plan, const struct hop *a, const struct hop *b)
{
	return a->from == b->from && a->port == b->port && hop_slot(plan, a) == hop_slot(plan, b);
}

/* Over a link at one time of a turn go hops of several stages: trees of congestion two (Tseng & Sheu
 * 1997, section 4) have packets of two parts. Hops that only rounds of some kinds have are done in
 * place of others, and not counted. */
static int parts_in_packet(const struct plan *plan)
{
	int most = 1;

	for (size_t i = 0; i < plan->hops;) {
		const struct hop *first = &plan->hop[i];
		int meet = 0;

		for (; i < plan->hops && same_packet(plan, &plan->hop[i], first); i++)
			meet += !plan->hop[i].absent;
		most = meet > most ? meet : most;
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
