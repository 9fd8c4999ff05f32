/* Plans: hops collected, sorted, verified and indexed by node. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/why.h"
#include "plan/plan.h"
#include "plan/verify.h"

int plan_new(struct plan **plan, const struct problem *problem, int parts)
{
	struct plan *p = calloc(1, sizeof *p);
	size_t bytes = sizeof(int) * (size_t)problem->net.nodes;

	if (!p)
		goto fail;
	p->problem = *problem;
	p->problem.destination =
		network_untranslate(&problem->net, problem->root, problem->destination);
	p->problem.root = 0;
	p->parts = parts;
	if (problem->permutation) {
		p->problem.permutation = malloc(bytes);
		if (!p->problem.permutation)
			goto fail;
		memcpy(p->problem.permutation, problem->permutation, bytes);
	}
	*plan = p;
	return 0;
fail:
	free(p);
	return why(ENOMEM, "no memory for a plan");
}

void plan_free(struct plan *plan)
{
	if (!plan)
		return;
	free(plan->problem.permutation);
	free(plan->hop);
	free(plan->entry_of);
	free(plan->entry);
	free(plan->inverse);
	free(plan);
}

int plan_add(struct plan *plan, struct hop hop)
{
	int error = array_reserve(&plan->hop, &plan->room, plan->hops + 1, sizeof hop);

	if (!error)
		plan->hop[plan->hops++] = hop;
	return error;
}

static int32_t slot_of(const struct plan *plan, const struct hop *hop)
{
	return plan->interval ? hop->time % plan->interval : hop->time;
}

/* The first difference of two rows of numbers. */
static int compare_rows(const int64_t *a, const int64_t *b, int columns)
{
	for (int i = 0; i < columns; i++)
		if (a[i] != b[i])
			return a[i] < b[i] ? -1 : 1;
	return 0;
}

enum {
	ORDER_COLUMNS = 6
};

static void order_row(const struct plan *plan, const struct hop *h, int64_t row[ORDER_COLUMNS])
{
	row[0] = slot_of(plan, h);
	row[1] = plan->symmetric ? h->port : h->from;
	row[2] = plan->symmetric ? h->time : h->port;
	row[3] = plan->symmetric ? h->from : h->time;
	row[4] = h->block;
	row[5] = h->part;
}

static int compare_hops(const void *a, const void *b, void *plan)
{
	int64_t rows[2][ORDER_COLUMNS];

	order_row(plan, a, rows[0]);
	order_row(plan, b, rows[1]);
	return compare_rows(rows[0], rows[1], ORDER_COLUMNS);
}

int plan_sort(struct plan *plan)
{
	plan->times = 0;
	for (size_t i = 0; i < plan->hops; i++)
		if (plan->hop[i].time >= plan->times)
			plan->times = plan->hop[i].time + 1;
	if (plan->hops)
		qsort_r(plan->hop, plan->hops, sizeof *plan->hop, compare_hops, plan);
	return 0;
}

int hop_to(const struct plan *plan, const struct hop *hop)
{
	return network_neighbour(&plan->problem.net, hop->from, hop->port);
}

uint64_t plan_hash(const struct plan *plan)
{
	uint64_t hash = 0xcbf29ce484222325u; /* Fowler, Noll and Vo's FNV-1a, on words */

	for (size_t i = 0; i < plan->hops; i++) {
		const struct hop *h = &plan->hop[i];
		uint64_t word = (uint64_t)h->time << 40 ^ (uint64_t)h->from << 20 ^ h->port ^
				(uint64_t)h->block << 32 ^ (uint64_t)h->part << 8 ^
				(uint64_t)h->fold << 63;

		hash = (hash ^ word) * 0x100000001b3u;
		hash ^= hash >> 29;
	}
	return hash ^ (uint64_t)plan->parts << 1 ^ (uint64_t)plan->interval << 17;
}

/* ---- The index ---- */

/* A node's entries are sorted by (slot, sends first, its own port), and within one packet by the
 * order of the hops, which is the same at both ends. */
static int compare_entries(const void *a, const void *b, void *context)
{
	const struct plan *plan = context;
	int64_t rows[2][4];

	for (int i = 0; i < 2; i++) {
		uint32_t entry = *(const uint32_t *)(i ? b : a);
		const struct hop *h = &plan->hop[entry / 2];
		bool receive = entry & 1;

		rows[i][0] = slot_of(plan, h);
		rows[i][1] = receive;
		rows[i][2] = receive ? network_reverse_port(&plan->problem.net, h->port) : h->port;
		rows[i][3] = entry / 2;
	}
	return compare_rows(rows[0], rows[1], 4);
}

/* The node in whose list an end of a hop stands: all in one list when the plan is symmetric. */
static int list_of(const struct plan *plan, const struct hop *hop, bool receive)
{
	if (plan->symmetric)
		return 0;
	return receive ? hop_to(plan, hop) : hop->from;
}

static int index_entries(struct plan *plan)
{
	size_t lists = plan->symmetric ? 1 : (size_t)plan->problem.net.nodes;
	size_t *next = calloc(lists + 2, sizeof *next);

	plan->entry = malloc((plan->hops * 2 + 1) * sizeof *plan->entry);
	if (!next || !plan->entry) {
		free(next);
		return why(ENOMEM, "no memory for the index of a plan");
	}
	for (size_t e = 0; e < plan->hops * 2; e++)
		next[list_of(plan, &plan->hop[e / 2], e & 1) + 2]++;
	for (size_t i = 2; i < lists + 2; i++)
		next[i] += next[i - 1];
	for (size_t e = 0; e < plan->hops * 2; e++)
		plan->entry[next[list_of(plan, &plan->hop[e / 2], e & 1) + 1]++] = (uint32_t)e;
	plan->entry_of = next;
	for (size_t i = 0; i < lists; i++)
		qsort_r(plan->entry + next[i], next[i + 1] - next[i], sizeof *plan->entry,
			compare_entries, plan);
	return 0;
}

static int index_inverses(struct plan *plan)
{
	const struct network *net = &plan->problem.net;

	plan->inverse = malloc(sizeof(int) * (size_t)net->nodes);
	if (!plan->inverse)
		return why(ENOMEM, "no memory for the index of a plan");
	for (int c = 0; c < net->nodes; c++)
		plan->inverse[c] = network_untranslate(net, c, 0);
	return 0;
}

/* ---- Sealing ----
 *
 * A pipelined plan is proved by one round and by one steady turn. Rounds are shifts of one another
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

/* The hops as packets with a part for a byte; at their times, or at their slots, where those of a
 * symmetric plan all leave node 0. */
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
	for (size_t i = 0; i < plan->hops && !error; i++) {
		const struct hop *h = &plan->hop[i];
		struct range range = { h->block, h->part, h->part + 1 };
		struct packet packet = { .step = slots ? slot_of(plan, h) : h->time,
			.from = s->view ? 0 : h->from,
			.port = h->port,
			.fold = h->fold,
			.count = 1,
			.bytes = 1 };

		packet.to = network_neighbour(&problem.net, packet.from, h->port);
		error = schedule_add(s, packet, &range);
	}
	if (!error)
		error = schedule_batch(s);
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
		error = index_entries(plan);
	if (!error && plan->symmetric)
		error = index_inverses(plan);
	plan->sealed = !error;
	return error;
}
