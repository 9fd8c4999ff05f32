/* Tapes: one node's sends and receives, read off a plan or a schedule. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/why.h"
#include "plan/tape.h"

void tape_free(struct tape *tape)
{
	free(tape->deed);
	free(tape->range);
	*tape = (struct tape){ 0 };
}

static int compare_deeds(const void *a, const void *b)
{
	const struct tape_deed *x = a, *y = b;

	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	if (x->chunk != y->chunk)
		return x->chunk < y->chunk ? -1 : 1;
	if ((x->deed == DEED_SEND) != (y->deed == DEED_SEND))
		return x->deed == DEED_SEND ? -1 : 1;
	return (x->port > y->port) - (x->port < y->port);
}

/* Empty, with arrays that are never NULL: an empty run has a place, too. */
static int tape_clear(struct tape *tape)
{
	int error = array_reserve(&tape->deed, &tape->deeds_room, 1, sizeof *tape->deed);

	tape->deeds = tape->ranges = 0;
	return error ? error
		     : array_reserve(&tape->range, &tape->ranges_room, 1, sizeof *tape->range);
}

static int add_deed(struct tape *tape, struct tape_deed deed)
{
	int error = array_reserve(&tape->deed, &tape->deeds_room, tape->deeds + 1, sizeof deed);

	if (!error) {
		deed.first = (uint32_t)tape->ranges;
		tape->deed[tape->deeds++] = deed;
	}
	return error;
}

/* Adds bytes to the last deed; what follows on without a gap extends the last range. */
static int add_range(struct tape *tape, struct range range)
{
	struct tape_deed *deed = &tape->deed[tape->deeds - 1];
	struct range *last = deed->count ? &tape->range[tape->ranges - 1] : NULL;
	int error;

	deed->bytes += range.end - range.begin;
	if (last && last->block == range.block && last->end == range.begin) {
		last->end = range.end;
		return 0;
	}
	error = array_reserve(&tape->range, &tape->ranges_room, tape->ranges + 1, sizeof range);
	if (!error) {
		deed->count++;
		tape->range[tape->ranges++] = range;
	}
	return error;
}

/* ---- From a plan ---- */

/* One node's view of a plan, while its tape is made. */
struct view {
	const struct plan *plan;
	struct cutting cutting;
	int v, root, c; /* the node, the root, the node's place relative to it */
	struct tape *tape;
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
	enum collective collective = plan->problem.collective;
	int s;

	*block = h->block;
	*part = h->part;
	if (!plan->symmetric) {
		if (collective == SCATTER || collective == GATHER)
			*block = (uint64_t)network_translate(net, view->root, (int)h->block);
		return;
	}
	s = owner_of(view, h, receive);
	if (collective == ALLREDUCE)
		*part += (uint32_t)s * (uint32_t)plan->parts;
	else if (collective == ALLTOALL)
		*block = (uint64_t)s * (uint64_t)net->nodes +
			 (uint64_t)network_translate(net, s, (int)h->block);
	else
		*block = (uint64_t)s;
}

static int add_entry(struct view *view, uint32_t entry, uint64_t q, int64_t time)
{
	const struct plan *plan = view->plan;
	const struct hop *h = &plan->hop[entry / 2];
	struct tape *tape = view->tape;
	bool receive = entry & 1;
	struct tape_deed deed = { .time = time,
		.deed = receive ? DEED_RECEIVE : DEED_SEND,
		.fold = (uint8_t)h->fold,
		.port = receive ? (uint16_t)network_reverse_port(&plan->problem.net, h->port)
				: h->port };
	struct tape_deed *last = tape->deeds ? &tape->deed[tape->deeds - 1] : NULL;
	struct range range = { 0 };
	uint32_t part;
	int error = 0;

	if (plan->problem.collective != BARRIER) {
		name_piece(view, h, receive, &range.block, &part);
		cutting_part(&view->cutting, plan, q, part, &range.begin, &range.end);
		if (range.begin == range.end)
			return 0;
	}
	if (!last || compare_deeds(last, &deed) || last->fold != deed.fold)
		error = add_deed(tape, deed);
	if (!error && range.begin < range.end)
		error = add_range(tape, range);
	return error;
}

/* Turn k: round k - stage of each hop. A plan that is not pipelined is one turn of one round. */
static int add_turn(struct view *view, uint64_t turn)
{
	const struct plan *plan = view->plan;
	int list = plan->symmetric ? 0 : view->c, error = 0;
	int interval = plan->pipelined ? plan->interval : plan->times;

	for (size_t e = plan->entry_of[list]; e < plan->entry_of[list + 1] && !error; e++) {
		uint32_t entry = plan->entry[e];
		int32_t time = plan->hop[entry / 2].time;
		uint64_t stage = (uint64_t)(time / interval);

		if (turn >= stage && turn - stage < view->cutting.rounds)
			error = add_entry(view, entry, turn - stage,
				(int64_t)turn * interval + time % interval);
	}
	return error;
}

/* ---- Packets that are too large follow in chunks ---- */

static int chop_deed(
	struct tape *out, const struct tape *in, const struct tape_deed *deed, size_t limit)
{
	struct tape_deed chunk = *deed;
	int error;

	chunk.count = 0;
	chunk.bytes = 0;
	error = add_deed(out, chunk);
	for (uint32_t i = 0; i < deed->count && !error; i++) {
		struct range rest = in->range[deed->first + i];

		while (rest.begin < rest.end && !error) {
			struct range piece = rest;
			size_t free = limit - out->deed[out->deeds - 1].bytes;

			if (!free) {
				chunk.chunk++;
				error = add_deed(out, chunk);
				continue;
			}
			if (piece.end - piece.begin > free)
				piece.end = piece.begin + free;
			error = add_range(out, piece);
			rest.begin = piece.end;
		}
	}
	return error;
}

static int chop(struct tape *tape, size_t limit)
{
	struct tape out = { 0 };
	bool needed = false;
	int error = 0;

	for (size_t i = 0; i < tape->deeds; i++)
		needed |= tape->deed[i].bytes > limit;
	if (!needed)
		return 0;
	for (size_t i = 0; i < tape->deeds && !error; i++)
		error = chop_deed(&out, tape, &tape->deed[i], limit);
	if (error) {
		tape_free(&out);
		return error;
	}
	qsort(out.deed, out.deeds, sizeof *out.deed, compare_deeds);
	tape_free(tape);
	*tape = out;
	return 0;
}

int plan_tape(struct tape *tape, const struct plan *plan, const struct binding *binding, int v)
{
	bool rooted = collective_rooted(plan->problem.collective);
	struct view view = {
		.plan = plan, .v = v, .root = rooted ? binding->root : 0, .tape = tape
	};
	uint64_t turns;
	int error;

	error = tape_clear(tape);
	if (error)
		return error;
	if (!plan->sealed)
		return why(EINVAL, "a plan that was not verified does not run");
	error = binding_apply(&view.cutting, plan, binding);
	if (error || !plan->times)
		return error;
	view.c = network_untranslate(&plan->problem.net, view.root, v);
	turns = view.cutting.rounds;
	if (plan->pipelined)
		turns += (uint64_t)((plan->times - 1) / plan->interval);
	for (uint64_t turn = 0; turn < turns && !error; turn++)
		error = add_turn(&view, turn);
	return error ? error : chop(tape, view.cutting.limit);
}

/* ---- From a schedule ---- */

/* One packet that node v sends or receives. */
static int add_packet(
	struct tape *tape, const struct schedule *schedule, const struct packet *p, int v)
{
	bool receive = p->to == v;
	struct tape_deed deed = { .time = p->step,
		.deed = receive ? DEED_RECEIVE : DEED_SEND,
		.fold = (uint8_t)p->fold,
		.port = p->port };
	int error;

	if (receive)
		deed.port = (uint16_t)network_reverse_port(&schedule->problem.net, p->port);
	error = add_deed(tape, deed);
	for (uint32_t k = 0; k < p->count && !error; k++)
		error = add_range(tape, schedule->range[p->first + k]);
	return error;
}

int schedule_tape(struct tape *tape, const struct schedule *schedule, int v)
{
	size_t first = schedule->first_of ? schedule->first_of[v] : 0;
	size_t last = schedule->first_of ? schedule->first_of[v + 1] : schedule->packets;
	int error = tape_clear(tape);

	for (size_t i = first; i < last && !error; i++) {
		const struct packet *p =
			&schedule->packet[schedule->first_of ? schedule->index_of[i] : i];

		if (p->from == v || p->to == v)
			error = add_packet(tape, schedule, p, v);
	}
	if (!error && tape->deeds)
		qsort(tape->deed, tape->deeds, sizeof *tape->deed, compare_deeds);
	return error;
}
