/* Sealing: a plan is proved for messages of every size, or it does not run. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/why.h"
#include "plan/plan.h"
#include "plan/verify.h"

/* A pipelined plan is proved by one round and by one steady turn. Rounds are shifts of one another
 * and carry different bytes, so each is causal and complete when one is. They share nothing but
 * links and ports; a steady turn, in which every stage of the round is under way, uses all that any
 * turn uses; the first turns, the last ones, and those with a short last round use a part of it,
 * and no rule is broken by sending less.
 *
 * A symmetric plan is proved by node 0's own hops: a translation keeps links, and takes node 0's
 * blocks to those of any other node. In a turn every node uses the ports that node 0 uses.      */

/* What the hops do, as a collective whose blocks move: node 0's own when the plan is symmetric. */
static enum collective collective_of_hops(const struct plan *plan)
{
	enum collective collective = plan->problem.collective;

	if (!plan->symmetric)
		return collective == BARRIER ? ALLGATHER : collective;
	switch (collective) {
	case ALLGATHER:
	case BARRIER:
		return BROADCAST;
	case REDUCESCATTER:
		return REDUCE;
	case ALLTOALL:
		return SCATTER;
	default:
		return collective;
	}
}

/* One hop as a packet with a part for a byte; in a view they all leave node 0. */
static int add_packet(struct schedule *s, const struct hop *h, int step)
{
	struct range range = { h->block, h->part, h->part + 1 };
	struct packet packet = { .step = step,
		.from = s->view ? 0 : h->from,
		.port = h->port,
		.fold = h->fold,
		.count = 1,
		.bytes = 1 };

	packet.to = network_neighbour(&s->problem.net, packet.from, h->port);
	return schedule_add(s, packet, &range);
}

/* The hops in the order of their times, and as they were within one: hop number i is order[i]. */
static int order_by_time(uint32_t **order, const struct plan *plan)
{
	size_t *next = calloc((size_t)plan->times + 1, sizeof *next);

	*order = malloc((plan->hops + 1) * sizeof **order);
	if (!next || !*order) {
		free(next);
		free(*order);
		return why(ENOMEM, "no memory to order %zu hops", plan->hops);
	}
	for (size_t i = 0; i < plan->hops; i++)
		next[plan->hop[i].time + 1]++; /* plan_sort has set `times` */
	for (int t = 1; t < plan->times; t++)
		next[t] += next[t - 1];
	for (size_t i = 0; i < plan->hops; i++)
		(*order)[next[plan->hop[i].time]++] = (uint32_t)i;
	free(next);
	return 0;
}

static int add_packets(struct schedule *s, const struct plan *plan, bool slots)
{
	uint32_t *order = NULL;
	int error = array_reserve(&s->packet, &s->packets_room, plan->hops, sizeof *s->packet);

	if (!error)
		error = array_reserve(&s->range, &s->ranges_room, plan->hops, sizeof *s->range);
	if (!error && !slots)
		error = order_by_time(&order, plan);
	for (size_t i = 0; i < plan->hops && !error; i++) {
		const struct hop *h = &plan->hop[slots ? i : order[i]];

		error = add_packet(s, h, slots ? hop_slot(plan, h) : h->time);
	}
	free(order);
	return error ? error : schedule_batch(s);
}

/* The hops as packets at their times, or at their slots, where those of a symmetric plan make a
 * view. */
static int schedule_of_hops(struct schedule **schedule, const struct plan *plan, bool slots)
{
	struct problem problem = plan->problem;
	struct schedule *s;
	int error;

	problem.collective = collective_of_hops(plan);
	problem.ports = ALL;
	problem.duplex = FULL;
	error = schedule_new(&s, &problem);
	if (error)
		return error;
	s->bytes = (size_t)plan->parts;
	s->view = slots && plan->symmetric;
	error = add_packets(s, plan, slots);
	if (error)
		schedule_free(s);
	else
		*schedule = s;
	return error;
}

static int prove_round(struct plan *plan)
{
	struct schedule *schedule;
	struct verdict verdict;
	int error = schedule_of_hops(&schedule, plan, false);

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

int plan_turn(const struct plan *plan, struct figures *figures)
{
	struct schedule *schedule;
	int error = schedule_of_hops(&schedule, plan, true);

	if (!error) {
		error = schedule_figures(schedule, figures);
		schedule_free(schedule);
	}
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
	struct figures figures;
	int error = plan_turn(plan, &figures);

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

int plan_seal(struct plan *plan)
{
	int error;

	if (plan->hops >= UINT32_MAX / 2)
		return why(ENOMEM, "a plan of %zu hops is more than an index holds", plan->hops);
	error = prove_round(plan);
	if (!error)
		error = prove_turn(plan);
	if (!error)
		error = plan_index(plan);
	plan->sealed = !error;
	return error;
}
