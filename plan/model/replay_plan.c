/* Makes the steps of a replay from the packets of a bound plan. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/array.h"
#include "base/error.h"
#include "plan/packets.h"
#include "plan/semantics.h"
#include "plan/model/replay_folds.h"
#include "plan/model/replay_plan.h"

struct making {
	struct replay *replay;
	const struct problem *problem;
	const struct plan *plan; /* with `cutting`; NULL: of a schedule */
	const struct cutting *cutting;
	bool refers;
	size_t loads_room;
	size_t *next; /* of each node: the place of the next step */
	bool counts;  /* steps are counted, not yet stored */
};

/* ---- The packets ---- */

static int add_load(struct making *m, struct load load)
{
	struct replay *r = m->replay;

	if (array_reserve(&r->load, &m->loads_room, r->loads + 1, sizeof load))
		return -ENOMEM;
	if (m->refers) {
		load.bytes = 0;
		load.pieces = 0;
	}
	r->load[r->loads++] = load;
	return 0;
}

/* The packets of a plan that is written out for all nodes. The numbers of chunks are part of the
 * times, because all packets of a time are sent before the next chunks. */
static int add_packets(struct making *m, const struct cutting *cutting)
{
	struct packets packets;
	int error = packets_of_plan(&packets, m->plan, cutting, NULL), more = 0;

	while (!error && (more = packets_next(&packets)) > 0) {
		struct load load = { .time = packets.time * 4096 + packets.chunk,
			.from = packets.hop->from,
			.to = hop_to(m->plan, packets.hop),
			.pieces = packets.count,
			.fold = packets.hop->fold };

		for (uint32_t i = 0; i < packets.count; i++)
			load.bytes += (double)(packets.range[i].end - packets.range[i].begin);
		load.key = packets.count ? packets.range[0].block : 0;
		error = add_load(m, load);
	}
	packets_close(&packets);
	return more < 0 ? more : error;
}

/* Adds the packet of a walk for each node, by the translations of a symmetric plan. A hop stands
 * for different parts at different nodes, so that all parts count as equal. */
static int add_views(struct making *m, const struct packet_walk *walk, uint64_t round)
{
	const struct plan *plan = m->plan;
	const struct cutting *cutting = m->cutting;
	bool bytes = collective_has_bytes(plan->problem.collective);
	double part = bytes ? (double)cutting->elements * (double)cutting->element /
				      (double)cutting->packets
			    : 0;
	struct load load = { .fold = walk->first->fold };
	int error = 0;

	for (const struct hop *h = walk->first; h < walk->end; h++)
		if (hop_done(h, walk->kinds))
			load.pieces++;
	load.bytes = part * load.pieces;
	load.key = walk->first->block;
	for (int v = 0; v < plan->problem.net.nodes && !error; v++) {
		load.from = v;
		load.to = network_neighbour(&plan->problem.net, v, walk->first->port);
		load.time = ((int64_t)round * plan->interval + walk->first->time) * 2 +
			    (plan->alternating && v > load.to);
		error = add_load(m, load);
	}
	return error;
}

static int add_symmetric(struct making *m, uint64_t rounds)
{
	int error = 0;

	for (uint64_t q = 0; q < rounds && !error; q++) {
		struct packet_walk walk = walk_round(m->plan, round_kind(q, m->cutting->rounds));

		walk.view = true;
		while (!error && walk_next(&walk))
			error = add_views(m, &walk, q);
	}
	return error;
}

static int add_scheduled(struct making *m, const struct schedule *s)
{
	int error = 0;

	for (size_t i = 0; i < s->packets && !error; i++) {
		const struct packet *p = &s->packet[i];
		struct load load = { .time = p->step,
			.from = p->from,
			.to = p->to,
			.pieces = p->count,
			.bytes = (double)p->bytes,
			.key = p->count ? s->range[p->first].block : 0,
			.fold = p->fold };

		error = add_load(m, load);
	}
	return error;
}

static int by_time(const void *a, const void *b)
{
	const struct load *x = a, *y = b;

	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	return x->from != y->from ? (x->from > y->from) - (x->from < y->from)
				  : (x->to > y->to) - (x->to < y->to);
}

static void sort_loads(struct replay *r)
{
	for (size_t i = 1; i < r->loads; i++)
		if (r->load[i].time < r->load[i - 1].time) {
			qsort(r->load, r->loads, sizeof *r->load, by_time);
			return;
		}
}

/* ---- The steps ---- */

static void add_step(struct making *m, int v, enum step_kind kind, size_t of)
{
	if (!m->counts)
		m->replay->step[m->next[v]] = (struct step){ kind, (uint32_t)of };
	m->next[v]++;
}

/* Adds the packets in the order of a program: at each time first all sends, then all receives. */
static void add_transfers(struct making *m)
{
	struct replay *r = m->replay;
	size_t end;

	for (size_t begin = 0; begin < r->loads; begin = end) {
		for (end = begin; end < r->loads && r->load[end].time == r->load[begin].time; end++)
			add_step(m, r->load[end].from, STEP_SEND, end);
		for (size_t i = begin; i < end; i++)
			add_step(m, r->load[i].to, STEP_RECEIVE, i);
	}
}

/* Returns true if node v copies its own block. */
static bool copies_own(const struct making *m, int v)
{
	const struct problem *problem = m->problem;
	uint64_t own;

	if (collective_folds(problem->collective)) /* a prefix of one node */
		return collective_joins(problem->collective) && semantics_prefix(problem, v) == 0;
	return collective_has_bytes(problem->collective) && semantics_own_block(problem, v, &own);
}

/* Moves the copy of the own block, which is the last step of a node so far, before the last packet
 * if the node receives that packet; by reference before the first packet that the node receives. */
static void place_copy(const struct making *m, size_t first, size_t last)
{
	struct step *step = m->replay->step, copy = step[last];
	size_t at = last;

	if (m->refers)
		for (at = first; at < last && step[at].kind == STEP_SEND; at++)
			;
	else if (at > first && step[at - 1].kind == STEP_RECEIVE)
		at--;
	for (size_t i = last; i > at; i--)
		step[i] = step[i - 1];
	step[at] = copy;
}

/* Returns true if v reads a block that another node has from the beginning. */
static bool reads_from(const struct problem *problem, int v, int origin)
{
	const struct collective_kind *kind = collective_kind(problem->collective);
	uint64_t block;

	if (kind->before == AT_ROOT && origin)
		return false;
	if (kind->before == AT_ORIGIN && kind->out == BLOCKS_ON_ALL)
		return true; /* a block of each node */
	block = semantics_block_from(problem, origin, v);
	return semantics_output_index(problem, v, block) >= 0 &&
	       nodes_have(semantics_before(problem, block), origin) &&
	       nodes_have(semantics_after(problem, block), v);
}

static void add_reads(struct making *m, int v)
{
	const struct problem *problem = m->problem;
	int nodes = problem->net.nodes;

	for (int k = 1; k < nodes; k++) {
		int origin = v + k < nodes ? v + k : v + k - nodes;

		if (reads_from(problem, v, origin))
			add_step(m, v, STEP_READ, (size_t)origin);
	}
}

static void add_all_steps(struct making *m)
{
	int nodes = m->problem->net.nodes;

	add_transfers(m);
	for (int v = 0; v < nodes; v++) {
		if (copies_own(m, v)) {
			add_step(m, v, STEP_COPY, 0);
			if (!m->counts)
				place_copy(m, m->replay->first[v], m->next[v] - 1);
		}
		if (m->refers)
			add_reads(m, v);
	}
}

static int make_steps(struct making *m)
{
	struct replay *r = m->replay;
	size_t nodes = (size_t)r->nodes, sum = 0;

	m->next = calloc(nodes + 1, sizeof *m->next);
	r->first = calloc(nodes + 1, sizeof *r->first);
	r->past = calloc(nodes + 1, sizeof *r->past);
	if (!m->next || !r->first || !r->past)
		return -ENOMEM;
	m->counts = true;
	add_all_steps(m);
	for (size_t v = 0; v <= nodes; v++) {
		size_t count = m->next[v];

		r->first[v] = m->next[v] = sum;
		sum += v < nodes ? count : 0;
	}
	r->steps = sum;
	r->step = calloc(sum + 1, sizeof *r->step);
	if (!r->step)
		return -ENOMEM;
	m->counts = false;
	add_all_steps(m);
	return 0;
}

static struct making making_of(
	struct replay *replay, const struct problem *problem, double block, bool refers)
{
	const struct collective_kind *kind = collective_kind(problem->collective);

	*replay = (struct replay){ .nodes = problem->net.nodes,
		.block = block,
		.distinct = kind->personalized || problem->collective == REDUCESCATTER };
	return (struct making){ .replay = replay, .problem = problem, .refers = refers };
}

/* Makes the steps, unless adding the packets failed. Returns 0, or -ENOMEM with why. */
static int finish(struct making *m, int error)
{
	if (!error) {
		sort_loads(m->replay);
		mark_folds(m->replay, m->problem, m->plan && m->plan->symmetric);
		error = make_steps(m);
	}
	free(m->next);
	return error ? why(ENOMEM, "no memory to replay %zu packets", m->replay->loads) : 0;
}

int replay_of_plan(struct replay *replay, const struct plan *plan, const struct cutting *cutting,
	uint64_t rounds, bool refers)
{
	struct cutting some = *cutting;
	struct making m = making_of(replay, &plan->problem,
		(double)cutting->elements * (double)cutting->element, refers);

	m.plan = plan;
	m.cutting = cutting;
	cutting_first(&some, rounds);
	return finish(&m, plan->symmetric ? add_symmetric(&m, some.rounds ? some.rounds : 1)
					  : add_packets(&m, &some));
}

int replay_of_schedule(struct replay *replay, const struct schedule *schedule)
{
	struct making m = making_of(replay, &schedule->problem, (double)schedule->bytes, false);

	return finish(&m, add_scheduled(&m, schedule));
}

void replay_close(struct replay *replay)
{
	free(replay->load);
	free(replay->step);
	free(replay->first);
	free(replay->past);
	*replay = (struct replay){ 0 };
}
