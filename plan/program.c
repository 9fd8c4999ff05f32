/* Lowering: turns one node's tape into instructions on its buffers, scratch and rings. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/size.h"
#include "base/why.h"
#include "plan/places.h"
#include "plan/program.h"

/* Where blocks live: in the input where they begin, in the output where they must end, in scratch on
 * their way. What a node sends is lent from where it lies; nothing is moved to be sent.
 *
 * Lent bytes may not be written before they are back. Copies never are: they come to new places.
 * But a fold into bytes that this node has lent is one, and so is a plan's copy over them. Then the
 * packet is taken into scratch, the return is awaited, and the bytes are folded from there. This
 * comes behind all that the node receives at the same time: so it waits only for packets that the
 * others take without waiting, and there is no deadlock that the plan does not have.           */

/* Bytes that a packet of this node has lent: the nth that it sent through the port. */
struct loan {
	uint32_t space, port, nth;
	size_t offset, bytes;
};

struct lower {
	const struct problem *problem;
	const struct lowering *lowering;
	const struct tape *tape;
	size_t bytes; /* of one block */
	int v;
	bool late;    /* results stay in scratch until all is back: in place, overlapping */
	bool waiting; /* a packet of this time was taken into scratch: so must those behind it */
	struct program *program;
	size_t instructions_room, extents_room;
	struct places places;
	struct loan *loan;
	size_t loans, loans_room;
	uint32_t *sent, *lent;	   /* [ports] packets sent, and the last of them that lent */
	struct instruction *after; /* of this time, behind all that is received */
	size_t afters, afters_room;
};

/* ---- Small parts ---- */

static int add_instruction(struct lower *l, struct instruction i)
{
	struct program *p = l->program;
	int error = array_reserve(
		&p->instruction, &l->instructions_room, p->instructions + 1, sizeof i);

	if (!error)
		p->instruction[p->instructions++] = i;
	return error;
}

static int add_after(struct lower *l, struct instruction i)
{
	int error = array_reserve(&l->after, &l->afters_room, l->afters + 1, sizeof i);

	if (!error)
		l->after[l->afters++] = i;
	return error;
}

static int add_extent(struct lower *l, uint32_t space, size_t offset, size_t bytes)
{
	struct program *p = l->program;
	int error = array_reserve(&p->extent, &l->extents_room, p->extents + 1, sizeof *p->extent);

	if (!error)
		p->extent[p->extents++] = (struct extent){ offset, bytes, space };
	return error;
}

/* Scratch is never used twice: what is lent from it may stay lent. */
static size_t new_scratch(struct lower *l, size_t bytes)
{
	size_t offset = l->program->scratch;

	l->program->scratch += (bytes + 63) / 64 * 64;
	return offset;
}

/* A place for bytes of a block that come to this node: the output if they must end there. */
static struct place place_for(struct lower *l, uint64_t block, size_t begin, size_t end)
{
	int64_t index = l->late ? -1 : promise_output_index(l->problem, l->v, block);
	struct place place = { .block = block, .begin = begin, .end = end, .space = OUTPUT };

	if (index >= 0) {
		place.offset = (size_t)index * l->bytes + begin;
	} else {
		place.space = SCRATCH;
		place.offset = new_scratch(l, end - begin);
	}
	return place;
}

/* ---- What is there before ---- */

static int put_input(struct lower *l, uint64_t block)
{
	bool buffer = l->problem->collective == BROADCAST || l->problem->collective == SEND;
	bool same = buffer || (l->lowering->in_place && !l->late);
	int64_t index = buffer ? 0 : promise_input_index(l->problem, l->v, block);
	struct place place = { .block = block,
		.end = l->bytes,
		.offset = (size_t)index * l->bytes,
		.space = same ? OUTPUT : INPUT };

	return places_put(&l->places, place);
}

static int put_inputs(struct lower *l)
{
	uint64_t nodes = (uint64_t)l->problem->net.nodes, first = 0,
		 last = promise_blocks(l->problem);
	int error = 0;

	if (l->problem->collective == ALLTOALL) {
		first = (uint64_t)l->v * nodes;
		last = first + nodes;
	}
	for (uint64_t block = first; block < last && !error; block++)
		if (nodes_have(promise_before(l->problem, block), l->v))
			error = put_input(l, block);
	return error;
}

/* ---- Sending ---- */

static int add_loans(struct lower *l, const struct instruction *i)
{
	int error = 0;

	for (uint32_t k = 0; k < i->count && !error; k++) {
		const struct extent *e = &l->program->extent[i->extents + k];

		error = array_reserve(&l->loan, &l->loans_room, l->loans + 1, sizeof *l->loan);
		if (!error)
			l->loan[l->loans++] = (struct loan){ e->space, i->port, l->sent[i->port],
				e->offset, e->bytes };
	}
	l->lent[i->port] = l->sent[i->port];
	return error;
}

/* The extents in which a range lies, one after another. */
static int find_extents(struct lower *l, const struct range *r)
{
	size_t begin = r->begin, end;
	int error = 0;

	for (; begin < r->end && !error; begin = end) {
		const struct place *p;

		end = r->end;
		p = places_find(&l->places, r->block, begin, &end);
		if (!p)
			return why(EINVAL,
				"node %d sends bytes of block %llu that it does not hold", l->v,
				(unsigned long long)r->block);
		error = add_extent(l, p->space, p->offset + (begin - p->begin), end - begin);
	}
	return error;
}

static struct instruction instruction_for(struct lower *l, const struct tape_deed *deed)
{
	return (struct instruction){ .port = deed->port,
		.peer = (uint32_t)network_neighbour(&l->problem->net, l->v, deed->port),
		.bytes = deed->bytes,
		.extents = (uint32_t)l->program->extents };
}

static int lower_send(struct lower *l, const struct tape_deed *deed)
{
	struct instruction i = instruction_for(l, deed);
	int error = 0;

	i.action = SEND_PACKET;
	for (uint32_t k = 0; k < deed->count && !error; k++)
		error = find_extents(l, &l->tape->range[deed->first + k]);
	i.count = (uint32_t)l->program->extents - i.extents;
	l->sent[deed->port]++;
	if (!error && deed->bytes > l->lowering->inline_bytes)
		error = add_loans(l, &i);
	return error ? error : add_instruction(l, i);
}

/* ---- Receiving ---- */

/* What a packet's bytes become: their new extents, and those that they are combined with. */
struct arrival {
	struct extent *to, *with;
	size_t count, to_room, with_room;
	bool needed; /* some byte is not there yet */
};

static int add_arrival(struct arrival *a, struct extent to, struct extent with)
{
	int error = array_reserve(&a->to, &a->to_room, a->count + 1, sizeof to);

	if (!error)
		error = array_reserve(&a->with, &a->with_room, a->count + 1, sizeof with);
	if (!error) {
		a->to[a->count] = to;
		a->with[a->count++] = with;
	}
	return error;
}

/* Bytes begin ... end - 1 of a block, which are at `old` (NULL: nowhere). */
static int arrive(
	struct lower *l, struct arrival *a, bool fold, const struct place *old, struct place new)
{
	bool folds = collective_folds(l->problem->collective);
	struct extent to, with = { 0 };

	if (old)
		with = (struct extent){ old->offset + (new.begin - old->begin), new.end - new.begin,
			old->space };
	if (fold && old && old->space != INPUT) {
		a->needed = true;
		return add_arrival(a, with, with); /* combined where it is */
	}
	if (old && !folds) {
		to = (struct extent){ new_scratch(l, new.end - new.begin), new.end - new.begin,
			SCRATCH };
		return add_arrival(a, to, with); /* it is there already: thrown away */
	}
	new = place_for(l, new.block, new.begin, new.end);
	to = (struct extent){ new.offset, new.end - new.begin, new.space };
	a->needed = true;
	return places_put(&l->places, new) ? -ENOMEM : add_arrival(a, to, with);
}

static int arrive_range(struct lower *l, struct arrival *a, bool fold, const struct range *r)
{
	size_t begin = r->begin, end;
	int error = 0;

	for (; begin < r->end && !error; begin = end) {
		struct place new = { .block = r->block, .begin = begin };
		const struct place *found;
		struct place old;

		end = r->end;
		found = places_find(&l->places, r->block, begin, &end);
		if (found)
			old = *found; /* adding places moves them */
		new.end = end;
		error = arrive(l, a, fold, found ? &old : NULL, new);
	}
	return error;
}

static bool overlaps(const struct loan *loan, const struct extent *e)
{
	return loan->space == e->space && loan->offset < e->offset + e->bytes &&
	       e->offset < loan->offset + loan->bytes;
}

/* Awaits the return of all that is lent of these extents; then it is no longer lent. */
static int await_loans(struct lower *l, const struct arrival *a, bool *found)
{
	size_t kept = 0;
	int error = 0;

	*found = false;
	for (size_t k = 0; k < l->loans && !error; k++) {
		const struct loan loan = l->loan[k];
		struct instruction i = { .action = AWAIT_RETURN,
			.port = (uint16_t)loan.port,
			.count = loan.nth,
			.peer = (uint32_t)network_neighbour(
				&l->problem->net, l->v, (int)loan.port) };
		bool hit = false;

		for (size_t e = 0; e < a->count && !hit; e++)
			hit = overlaps(&loan, &a->to[e]);
		if (hit)
			error = add_after(l, i);
		else
			l->loan[kept++] = loan;
		*found |= hit;
	}
	if (!error)
		l->loans = kept;
	return error;
}

static int add_extents(struct lower *l, const struct extent *extents, size_t count, uint32_t *first)
{
	int error = 0;

	*first = (uint32_t)l->program->extents;
	for (size_t k = 0; k < count && !error; k++)
		error = add_extent(l, extents[k].space, extents[k].offset, extents[k].bytes);
	return error;
}

/* Into scratch now, and from there when the returns have come. */
static int take_late(struct lower *l, struct instruction i, struct arrival *a, bool fold)
{
	struct instruction later = i;
	size_t offset = new_scratch(l, i.bytes);
	int error = 0;

	i.action = TAKE_PACKET;
	i.count = 1;
	i.extents = (uint32_t)l->program->extents;
	error = add_extent(l, SCRATCH, offset, i.bytes);
	later.action = fold ? FOLD_BYTES : COPY_BYTES;
	later.count = (uint32_t)a->count;
	if (!error)
		error = add_extents(l, a->to, a->count, &later.extents);
	if (!error && fold)
		error = add_extents(l, a->with, a->count, &later.left);
	*(fold ? &later.right : &later.left) = (uint32_t)l->program->extents;
	for (size_t k = 0; k < a->count && !error; offset += a->to[k++].bytes)
		error = add_extent(l, SCRATCH, offset, a->to[k].bytes);
	if (!error)
		error = add_instruction(l, i);
	return error ? error : add_after(l, later);
}

static int take_now(struct lower *l, struct instruction i, struct arrival *a, bool fold)
{
	int error = 0;

	i.action = !a->needed ? DROP_PACKET : fold ? FOLD_PACKET : TAKE_PACKET;
	i.count = a->needed ? (uint32_t)a->count : 0;
	if (a->needed)
		error = add_extents(l, a->to, a->count, &i.extents);
	if (!error && a->needed && fold)
		error = add_extents(l, a->with, a->count, &i.left);
	return error ? error : add_instruction(l, i);
}

static int lower_receive(struct lower *l, const struct tape_deed *deed)
{
	struct instruction i = instruction_for(l, deed);
	struct arrival a = { 0 };
	bool lent;
	int error = 0;

	for (uint32_t k = 0; k < deed->count && !error; k++)
		error = arrive_range(l, &a, deed->fold, &l->tape->range[deed->first + k]);
	if (!error)
		error = await_loans(l, &a, &lent);
	if (!error) {
		l->waiting |= lent;
		error = l->waiting ? take_late(l, i, &a, deed->fold)
				   : take_now(l, i, &a, deed->fold);
	}
	free(a.to);
	free(a.with);
	return error;
}

/* ---- One time, and the end ---- */

static int flush_after(struct lower *l)
{
	int error = 0;

	for (size_t k = 0; k < l->afters && !error; k++)
		error = add_instruction(l, l->after[k]);
	l->afters = 0;
	l->waiting = false;
	return error;
}

static int lower_deeds(struct lower *l)
{
	const struct tape *tape = l->tape;
	int error = 0;

	for (size_t i = 0; i < tape->deeds && !error; i++) {
		const struct tape_deed *deed = &tape->deed[i], *last = i ? deed - 1 : NULL;

		if (last && (last->time != deed->time || last->chunk != deed->chunk))
			error = flush_after(l);
		if (!error)
			error = deed->deed == DEED_SEND ? lower_send(l, deed)
							: lower_receive(l, deed);
	}
	return error ? error : flush_after(l);
}

/* The own block from wherever it is to the output. */
static int copy_own(struct lower *l)
{
	struct instruction i = { .action = COPY_BYTES };
	uint64_t block;
	size_t begin = 0, end, offset;
	int error = 0;

	if (!promise_own_block(l->problem, l->v, &block))
		return 0;
	offset = (size_t)promise_output_index(l->problem, l->v, block) * l->bytes;
	for (; begin < l->bytes && !error; begin = end) {
		const struct place *p;

		end = l->bytes;
		p = places_find(&l->places, block, begin, &end);
		if (!p || (p->space == OUTPUT && p->offset - p->begin == offset))
			continue;
		i.count = 1;
		i.bytes = end - begin;
		i.extents = (uint32_t)l->program->extents;
		i.left = i.extents + 1;
		error = add_extent(l, OUTPUT, offset + begin, i.bytes);
		if (!error)
			error = add_extent(l, p->space, p->offset + (begin - p->begin), i.bytes);
		if (!error)
			error = add_instruction(l, i);
	}
	return error;
}

static int await_all(struct lower *l)
{
	int error = 0;

	for (int port = 0; port < l->problem->net.ports && !error; port++)
		if (l->lent[port])
			error = add_instruction(l, (struct instruction){ .action = AWAIT_RETURN,
							   .port = (uint16_t)port,
							   .count = l->lent[port],
							   .peer = (uint32_t)network_neighbour(
								   &l->problem->net, l->v, port) });
	return error;
}

static int lower_end(struct lower *l)
{
	int error = l->late ? await_all(l) : copy_own(l);

	return error ? error : l->late ? copy_own(l) : await_all(l);
}

/* ---- The whole ---- */

static uint64_t hash_of(const struct problem *problem, const struct binding *binding)
{
	uint64_t words[] = { problem->collective, (uint64_t)problem->root, binding->bytes,
		binding->element, binding->packet, (uint64_t)problem->destination };
	uint64_t hash = 0xcbf29ce484222325u;

	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
		hash = (hash ^ words[i]) * 0x9e3779b97f4a7c15u;
		hash ^= hash >> 32;
	}
	return hash;
}

static int buffer_sizes(struct lower *l)
{
	struct program *p = l->program;

	if (size_multiply(&p->input, (size_t)promise_input_blocks(l->problem, l->v), l->bytes) &&
		size_multiply(
			&p->output, (size_t)promise_output_blocks(l->problem, l->v), l->bytes))
		return 0;
	return why(EINVAL, "%s of %zu bytes on %s: the buffers are larger than memory",
		collective_name(l->problem->collective), l->bytes, l->problem->net.name);
}

int program_lower(struct program **program, const struct problem *problem, const struct tape *tape,
	const struct binding *binding, const struct lowering *lowering, int v)
{
	struct lower l = { .problem = problem,
		.lowering = lowering,
		.tape = tape,
		.bytes = binding->bytes,
		.v = v,
		.late = lowering->in_place && problem->collective == REDUCESCATTER };
	int error = places_open(&l.places);

	if (error)
		return error;
	l.program = calloc(1, sizeof *l.program);
	l.sent = calloc((size_t)problem->net.ports * 2 + 1, sizeof *l.sent);
	if (!l.program || !l.sent) {
		error = why(ENOMEM, "no memory to lower a plan");
		goto fail;
	}
	l.lent = l.sent + problem->net.ports;
	l.program->hash = hash_of(problem, binding);
	error = buffer_sizes(&l);
	if (!error && binding->bytes)
		error = put_inputs(&l);
	if (!error)
		error = lower_deeds(&l);
	if (!error)
		error = lower_end(&l);
	if (!error)
		error = program_check(l.program, lowering->inline_bytes);
fail:
	places_close(&l.places);
	free(l.loan);
	free(l.sent);
	free(l.after);
	if (error)
		program_free(l.program);
	else
		*program = l.program;
	return error;
}

void program_free(struct program *program)
{
	if (!program)
		return;
	free(program->instruction);
	free(program->extent);
	free(program);
}
