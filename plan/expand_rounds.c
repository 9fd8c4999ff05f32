/* Unrolls the rounds of a plan into packets, turn by turn. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/array.h"
#include "base/error.h"
#include "plan/expand_rounds.h"

/* The hops of a plan lie in the order of a turn: slot by slot, and then as the packets of a step do. So a
 * turn is one pass over them, and what a node's tape would say of its sends (tape.c) need not be asked
 * of node after node, and sorted:
 *
 *	turn k:	hop of stage s	->  its part of round k - s, when there is such a round
 *		same link, slot, fold	->  the same packet
 *		more than the limit	->  chunks, in a step each
 *
 * A step is a slot of a turn in which something moves. */

/* What this turn has of the rounds that are in one stage. */
struct stage {
	const struct range *row; /* of each part; NULL: there is no such round */
	unsigned kind;
};

struct rounds_expansion {
	struct schedule *schedule;
	const struct plan *plan;
	const struct cutting *cutting;
	bool barrier;
	uint64_t interval, stages;
	struct stage *stage; /* [stages] */
	struct range *row;   /* [stages * parts] parts of round q in row q mod stages */
	int *image;	     /* [nodes] translated to the root */
	int32_t *to;	     /* [hops] */
	bool open;	     /* the last packet may take further parts */
	int32_t step, steps; /* of this slot: the first one, and how many it takes */
	struct range *held;  /* of a packet that is chopped */
	size_t held_room;
};

bool plan_expands_rounds(const struct plan *plan, const struct cutting *cutting)
{
	return !plan->symmetric && !(plan->stream && cutting->limit < SIZE_MAX);
}

/* ---- Packets ---- */

static int open_packet(struct rounds_expansion *u, struct packet packet)
{
	struct schedule *s = u->schedule;
	int error = array_reserve(&s->packet, &s->packets_room, s->packets + 1, sizeof packet);

	packet.first = (uint32_t)s->ranges;
	packet.count = 0;
	packet.bytes = 0;
	if (!error)
		s->packet[s->packets++] = packet;
	return error;
}

/* Ranges that follow one another are one. */
static int add_range(struct rounds_expansion *u, const struct range *range)
{
	struct schedule *s = u->schedule;
	struct packet *packet = &s->packet[s->packets - 1];
	struct range *last = packet->count ? &s->range[s->ranges - 1] : NULL;
	int error;

	packet->bytes += range->end - range->begin;
	if (last && last->block == range->block && last->end == range->begin) {
		last->end = range->end;
		return 0;
	}
	error = array_reserve(&s->range, &s->ranges_room, s->ranges + 1, sizeof *range);
	if (!error) {
		s->range[s->ranges++] = *range;
		packet->count++;
	}
	return error;
}

/* The last packet again, as chunks of the limit in steps of their own. */
static int chop(struct rounds_expansion *u)
{
	struct schedule *s = u->schedule;
	struct packet chunk = s->packet[--s->packets];
	uint32_t count = chunk.count;
	int error = array_reserve(&u->held, &u->held_room, count, sizeof *u->held);

	for (uint32_t i = 0; i < count && !error; i++)
		u->held[i] = s->range[chunk.first + i];
	s->ranges = chunk.first;
	if (!error)
		error = open_packet(u, chunk);
	for (uint32_t i = 0; i < count && !error;) {
		size_t free = u->cutting->limit - s->packet[s->packets - 1].bytes;
		struct range piece = u->held[i];

		if (!free) {
			chunk.step++;
			error = open_packet(u, chunk);
			continue;
		}
		if (piece.end - piece.begin > free)
			piece.end = piece.begin + free;
		error = add_range(u, &piece);
		u->held[i].begin = piece.end;
		i += u->held[i].begin == u->held[i].end;
	}
	return error;
}

static int close_packet(struct rounds_expansion *u)
{
	const struct schedule *s = u->schedule;
	int error = 0;

	if (!u->open)
		return 0;
	u->open = false;
	if (s->packet[s->packets - 1].bytes > u->cutting->limit)
		error = chop(u);
	if (!error && s->packet[s->packets - 1].step - u->step >= u->steps)
		u->steps = s->packet[s->packets - 1].step - u->step + 1;
	return error;
}

/* ---- Hops ---- */

static uint64_t block_of(const struct rounds_expansion *u, const struct hop *hop)
{
	enum collective collective = u->plan->problem.collective;

	return collective_kind(collective)->forward == SCATTER ? (uint64_t)u->image[hop->block]
							       : hop->block;
}

static int add_hop(struct rounds_expansion *u, size_t i, const struct range *part)
{
	const struct hop *hop = &u->plan->hop[i];
	struct schedule *s = u->schedule;
	struct range range = { .begin = part->begin, .end = part->end };
	struct packet packet = { .step = u->step,
		.from = u->image[hop->from],
		.to = u->to[i],
		.port = hop->port,
		.fold = hop->fold };
	int error = 0;

	if (u->open) {
		const struct packet *last = &s->packet[s->packets - 1];

		if (last->from != packet.from || last->port != packet.port ||
			last->fold != packet.fold)
			error = close_packet(u);
	}
	if (!error && !u->open)
		error = open_packet(u, packet);
	u->open = true;
	if (error || u->barrier)
		return error;
	range.block = block_of(u, hop);
	return add_range(u, &range);
}

/* The rounds that are under way in this turn: one in each stage. */
static void begin_turn(struct rounds_expansion *u, uint64_t turn)
{
	size_t parts = (size_t)u->plan->parts;
	struct range *row = u->row + turn % u->stages * parts;
	uint64_t rounds = u->cutting->rounds;

	for (size_t p = 0; p < parts && turn < rounds; p++)
		cutting_part(u->cutting, u->plan, turn, (uint32_t)p, &row[p].begin, &row[p].end);
	for (uint64_t s = 0; s < u->stages; s++) {
		uint64_t q = turn - s;

		u->stage[s] = (struct stage){ 0 };
		if (s <= turn && q < rounds)
			u->stage[s] = (struct stage){ u->row + q % u->stages * parts,
				round_kind(q, rounds) };
	}
}

static int end_slot(struct rounds_expansion *u)
{
	int error = close_packet(u);

	u->step += u->steps;
	u->steps = 0;
	return error;
}

static int unroll_turn(struct rounds_expansion *u, uint64_t turn)
{
	const struct plan *plan = u->plan;
	int32_t slot = 0;
	int error = 0;

	begin_turn(u, turn);
	for (size_t i = 0; i < plan->hops && !error; i++) {
		const struct hop *hop = &plan->hop[i];
		uint64_t time = (uint64_t)hop->time;
		const struct stage *stage =
			&u->stage[u->interval == 1  ? time
				  : u->stages == 1 ? 0
						    : time / u->interval];
		const struct range *part;

		if (!stage->row || hop->absent & stage->kind)
			continue;
		part = &stage->row[hop->part];
		if (part->begin == part->end && !u->barrier)
			continue;
		if (hop_slot(plan, hop) != slot) {
			error = end_slot(u);
			slot = hop_slot(plan, hop);
		}
		if (!error)
			error = add_hop(u, i, part);
	}
	return error ? error : end_slot(u);
}

/* ---- All ---- */

static int unrolling_open(struct rounds_expansion *u)
{
	const struct plan *plan = u->plan;
	const struct network *net = &plan->problem.net;
	bool rooted = collective_rooted(plan->problem.collective);
	int root = rooted ? u->schedule->problem.root : 0;

	u->interval = (uint64_t)(plan->pipelined ? plan->interval : plan->times);
	u->stages = (uint64_t)(plan->times - 1) / u->interval + 1;
	u->barrier = !collective_has_bytes(plan->problem.collective);
	u->stage = array_new((size_t)u->stages, sizeof *u->stage);
	u->row = array_zeros((size_t)u->stages * (size_t)plan->parts, sizeof *u->row);
	u->image = array_new((size_t)net->nodes, sizeof *u->image);
	u->to = array_new(plan->hops, sizeof *u->to);
	if (!u->stage || !u->row || !u->image || !u->to)
		return why(ENOMEM, "no memory to list a plan on %s", net->name);
	for (int v = 0; v < net->nodes; v++)
		u->image[v] = network_translate(net, root, v);
	for (size_t i = 0; i < plan->hops; i++)
		u->to[i] = u->image[hop_to(plan, &plan->hop[i])];
	return 0;
}

int plan_expand_rounds(struct schedule *schedule, const struct plan *plan, const struct cutting *cutting)
{
	struct rounds_expansion u = { .schedule = schedule, .plan = plan, .cutting = cutting };
	int error = 0;

	if (!plan->finalized)
		return why(EINVAL, "a plan that was not verified is not listed");
	if (plan->times)
		error = unrolling_open(&u);
	for (uint64_t turn = 0; u.stages && turn < cutting->rounds + u.stages - 1 && !error; turn++)
		error = unroll_turn(&u, turn);
	free(u.stage);
	free(u.row);
	free(u.image);
	free(u.to);
	free(u.held);
	return error;
}
