/* Tapes: one node's sends and receives, read off a plan or a schedule. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/error.h"
#include "plan/tape_build.h"
#include "plan/stream.h"

/* ---- From a plan ---- */

/* One node's view of a plan, while its tape is made. */
struct view {
	const struct plan *plan;
	struct cutting cutting;
	int v, root, c; /* the node, the root, the node's place relative to it */
	struct tape *tape;
	int32_t *time; /* of the node's entries, where they are looked at more than once; or NULL */
};

/* The node whose hops these are: the origin (or destination) s with s * h.from the sender. */
static int owner_of(const struct view *view, const struct hop *h, bool receive)
{
	const struct network *net = &view->plan->problem.net;
	int sender = view->v;

	if (receive)
		sender = network_neighbour(net, view->v, network_reverse_port(net, h->port));
	return network_translate(net, sender, view->plan->inverse[h->from]);
}

/* The block's number as in plan files, and the part's among all parts of that block. */
static void name_piece(
	const struct view *view, const struct hop *h, bool receive, uint64_t *block, uint32_t *part)
{
	const struct plan *plan = view->plan;
	const struct network *net = &plan->problem.net;
	const struct collective_kind *kind = collective_kind(plan->problem.collective);
	int s;

	*block = h->block;
	*part = h->part;
	if (!plan->symmetric) {
		if (kind->forward == SCATTER)
			*block = (uint64_t)network_translate(net, view->root, (int)h->block);
		return;
	}
	s = owner_of(view, h, receive);
	if (kind->sliced)
		*part += (uint32_t)s * (uint32_t)plan->parts;
	else if (kind->blocks == BLOCK_FOR_PAIR)
		*block = (uint64_t)s * (uint64_t)net->nodes +
			 (uint64_t)network_translate(net, s, (int)h->block);
	else
		*block = (uint64_t)s;
}

/* Under a plan that alternates, a link is crossed away from the lesser node in the first half. */
static int64_t half_time(const struct view *view, const struct hop *h, bool receive, int64_t time)
{
	const struct network *net = &view->plan->problem.net;

	if (!view->plan->alternating)
		return time;
	return 2 * time + ((network_neighbour(net, view->v, h->port) < view->v) != receive);
}

static int add_entry(struct view *view, uint32_t entry, uint64_t q, int64_t time)
{
	const struct plan *plan = view->plan;
	const struct hop *h = &plan->hop[entry / 2];
	struct tape *tape = view->tape;
	bool receive = entry & 1;
	struct tape_op op = { .time = half_time(view, h, receive, time),
		.op = receive ? DEED_RECEIVE : DEED_SEND,
		.fold = (uint8_t)h->fold,
		.port = receive ? (uint16_t)network_reverse_port(&plan->problem.net, h->port)
				: h->port };
	struct tape_op *last = tape->ops ? &tape->op[tape->ops - 1] : NULL;
	struct range range = { 0 };
	uint32_t part;
	int error = 0;

	if (collective_has_bytes(plan->problem.collective)) {
		name_piece(view, h, receive, &range.block, &part);
		cutting_part(&view->cutting, plan, q, part, &range.begin, &range.end);
		if (range.begin == range.end)
			return 0;
	}
	if (!last || tape_ops_compare(last, &op) || last->fold != op.fold)
		error = tape_ops_add(tape, op);
	if (!error && range.begin < range.end)
		error = tape_ops_add_range(tape, range);
	return error;
}

/* Turn k: round k - stage of each hop. A plan that is not pipelined is one turn of one round. */
static int add_turn(struct view *view, uint64_t turn)
{
	const struct plan *plan = view->plan;
	int list = plan->symmetric ? 0 : view->c, error = 0;
	int interval = plan->pipelined ? plan->interval : plan->times;
	uint64_t rounds = view->cutting.rounds, before = turn < rounds ? 0 : turn - rounds + 1;
	int64_t begin = (int64_t)before * interval, end = (int64_t)(turn + 1) * interval;

	for (size_t first = plan->entry_of[list], e = first; e < plan->entry_of[list + 1] && !error;
		e++) {
		uint32_t entry = plan->entry[e];
		int32_t time = view->time ? view->time[e - first] : plan->hop[entry / 2].time;
		uint64_t stage;

		if (time < begin || time >= end)
			continue;
		stage = (uint64_t)(time / interval);
		if (plan->hop[entry / 2].absent & round_kind(turn - stage, rounds))
			continue;
		error = add_entry(
			view, entry, turn - stage, (int64_t)turn * interval + time % interval);
	}
	return error;
}

/* ---- Packets cut from a stream ---- */

static bool same_packet(const struct stream_load *a, const struct stream_load *b)
{
	return a->time == b->time && a->receive == b->receive && a->port == b->port;
}

static int add_loads(struct view *view, const struct stream_table *table)
{
	const struct network *net = &view->plan->problem.net;
	struct stream_load *load;
	size_t loads;
	int error = stream_loads(&load, &loads, table, view->plan, &view->cutting, view->c);

	if (error)
		return error;
	for (size_t i = 0; i < loads && !error; i++) {
		struct range range = { (uint64_t)network_translate(
					       net, view->root, (int)load[i].block),
			load[i].begin, load[i].end };

		if (!i || !same_packet(&load[i - 1], &load[i]))
			error = tape_ops_add(view->tape,
				(struct tape_op){ .time = load[i].time,
					.op = load[i].receive ? DEED_RECEIVE : DEED_SEND,
					.port = load[i].port });
		if (!error)
			error = tape_ops_add_range(view->tape, range);
	}
	free(load);
	return error;
}

static int add_stream(struct view *view, const struct stream_table *table)
{
	struct stream_table own = { 0 };
	int error = 0;

	if (!table)
		error = stream_table_open(&own, view->plan, &view->cutting);
	if (!error)
		error = add_loads(view, table ? table : &own);
	stream_table_free(&own);
	return error;
}

/* Hops are far apart in memory, and turns many. */
static int gather_times(struct view *view)
{
	const struct plan *plan = view->plan;
	size_t list = plan->symmetric ? 0 : (size_t)view->c, first = plan->entry_of[list];
	size_t entries = plan->entry_of[list + 1] - first;

	view->time = malloc((entries + 1) * sizeof *view->time);
	if (!view->time)
		return why(ENOMEM, "no memory for the tape of node %d", view->v);
	for (size_t e = 0; e < entries; e++)
		view->time[e] = plan->hop[plan->entry[first + e] / 2].time;
	return 0;
}

static int add_turns(struct view *view)
{
	const struct plan *plan = view->plan;
	uint64_t turns = view->cutting.rounds;
	int error = 0;

	if (plan->pipelined)
		turns += (uint64_t)((plan->times - 1) / plan->interval);
	if (turns > 1)
		error = gather_times(view);
	for (uint64_t turn = 0; turn < turns && !error; turn++)
		error = add_turn(view, turn);
	free(view->time);
	view->time = NULL;
	return error;
}

int plan_tape(struct tape *tape, const struct plan *plan, const struct binding *binding, int v)
{
	return plan_tape_of(tape, plan, binding, v, NULL);
}

int plan_tape_of(struct tape *tape, const struct plan *plan, const struct binding *binding, int v,
	const struct stream_table *table)
{
	bool rooted = collective_rooted(plan->problem.collective);
	struct view view = {
		.plan = plan, .v = v, .root = rooted ? binding->root : 0, .tape = tape
	};
	int error;

	error = tape_ops_clear(tape);
	if (error)
		return error;
	if (!plan->finalized)
		return why(EINVAL, "a plan that was not verified does not run");
	if (!plan->entry)
		return why(EINVAL, "a plan without an index has no tapes");
	error = binding_apply(&view.cutting, plan, binding);
	if (error || !plan->times)
		return error;
	view.c = network_untranslate(&plan->problem.net, view.root, v);
	if (plan->stream && view.cutting.limit < SIZE_MAX)
		error = add_stream(&view, table);
	else
		error = add_turns(&view);
	if (!error && plan->alternating && tape->ops)
		qsort(tape->op, tape->ops, sizeof *tape->op, tape_ops_compare);
	return error ? error : tape_ops_chop(tape, view.cutting.limit);
}

/* ---- From a schedule ---- */

/* One packet that node v sends or receives. */
static int add_packet(
	struct tape *tape, const struct schedule *schedule, const struct packet *p, int v)
{
	bool receive = p->to == v;
	struct tape_op op = { .time = p->step,
		.op = receive ? DEED_RECEIVE : DEED_SEND,
		.fold = (uint8_t)p->fold,
		.port = p->port };
	int error;

	if (receive)
		op.port = (uint16_t)network_reverse_port(&schedule->problem.net, p->port);
	error = tape_ops_add(tape, op);
	for (uint32_t k = 0; k < p->count && !error; k++)
		error = tape_ops_add_range(tape, schedule->range[p->first + k]);
	return error;
}

int schedule_tape(struct tape *tape, const struct schedule *schedule, int v)
{
	size_t first = schedule->first_of ? schedule->first_of[v] : 0;
	size_t last = schedule->first_of ? schedule->first_of[v + 1] : schedule->packets;
	int error = tape_ops_clear(tape);

	for (size_t i = first; i < last && !error; i++) {
		const struct packet *p =
			&schedule->packet[schedule->first_of ? schedule->index_of[i] : i];

		if (p->from == v || p->to == v)
			error = add_packet(tape, schedule, p, v);
	}
	if (!error && tape->ops)
		qsort(tape->op, tape->ops, sizeof *tape->op, tape_ops_compare);
	return error;
}
