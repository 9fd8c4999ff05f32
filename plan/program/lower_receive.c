/* Lowers the receives of a node: copy, combine, or take into scratch until a loan is back. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/array.h"
#include "plan/program/lower.h"

/* The destination of a packet's bytes: new extents, and the extents to combine with. */
struct received {
	struct extent *to, *with;
	size_t count, to_room, with_room;
	bool needed; /* the node lacks some byte */
	bool over;   /* some byte changes a byte that the node has */
};

static int add_arrival(struct received *a, struct extent to, struct extent with)
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

/* Adds the destination of bytes begin ... end - 1 of a block. The node has these bytes at `old`, or
 * lacks the bytes (NULL). */
static int arrive(struct lower *l, struct received *a, bool fold, const struct block_place *old,
	struct block_place new)
{
	bool folds = collective_combines(l->problem->collective);
	struct extent to, with = { 0 };

	if (old)
		with = (struct extent){ old->offset + (new.begin - old->begin), new.end - new.begin,
			old->space };
	if (fold && old && old->space != INPUT) {
		a->needed = a->over = true;
		return add_arrival(a, with, with); /* combined in place */
	}
	if (old && !folds) {
		to = (struct extent){ lower_scratch(l, new.end - new.begin), new.end - new.begin,
			SCRATCH };
		return add_arrival(a, to, with); /* the node has the bytes: to be thrown away */
	}
	new = lower_place(l, new.block, new.begin, new.end);
	to = (struct extent){ new.offset, new.end - new.begin, new.space };
	a->over |= old != NULL;
	a->needed = true;
	if (lower_put(l, new))
		return -ENOMEM;
	return add_arrival(a, to, with);
}

static int arrive_range(struct lower *l, struct received *a, bool fold, const struct range *r)
{
	size_t begin = r->begin, end;
	int error = 0;

	for (; begin < r->end && !error; begin = end) {
		struct block_place new = { .block = r->block, .begin = begin };
		const struct block_place *found;
		struct block_place old;

		end = r->end;
		found = block_map_find(&l->places, r->block, begin, &end);
		if (found)
			old = *found; /* a copy, because adding places moves the array */
		new.end = end;
		error = arrive(l, a, fold, found ? &old : NULL, new);
	}
	return error;
}

/* Adds the destinations of a range of a run, each joined with the run beside. */
static int join_range(struct lower *l, struct received *a, const struct tape_op *op,
	const struct range *r, enum arrival how)
{
	size_t begin = r->begin;
	int error = 0;

	a->needed = true;
	while (begin < r->end && !error) {
		struct extent to, with;

		error = lower_join(l, op, r, how, begin, &to, &with);
		if (!error)
			error = add_arrival(a, to, with);
		begin += error ? 0 : to.bytes;
	}
	return error;
}

static int await_return(struct lower *l, const struct loan *loan)
{
	const struct network *net = &l->problem->net;
	struct instruction i = { .action = AWAIT_RETURN,
		.port = (uint16_t)loan->port,
		.count = loan->nth,
		.peer = (uint32_t)network_neighbour(net, l->v, (int)loan->port) };

	return lower_add_after(l, i);
}

static bool meets_some(const struct loan *loan, const struct received *a)
{
	for (size_t e = 0; e < a->count; e++)
		if (loan_meets(loan, &a->to[e]))
			return true;
	return false;
}

/* Awaits the return of all loans of these extents, and removes the loans from the list. */
static int await_loans(struct lower *l, const struct received *a, bool *found)
{
	size_t kept = 0;
	int error = 0;

	for (size_t k = 0; k < l->loans && !error; k++) {
		if (meets_some(&l->loan[k], a))
			error = await_return(l, &l->loan[k]);
		else
			l->loan[kept++] = l->loan[k];
	}
	*found = kept < l->loans;
	if (!error)
		l->loans = kept;
	return error;
}

static int add_extents(struct lower *l, const struct extent *extents, size_t count, uint32_t *first)
{
	int error = 0;

	*first = (uint32_t)l->program->extents;
	for (size_t k = 0; k < count && !error; k++)
		error = lower_extent(l, extents[k].space, extents[k].offset, extents[k].bytes);
	return error;
}

/* Adds an instruction that follows all receives of this time. With `apart` each extent has an
 * instruction of its own, so that bytes that are ready need not wait for the operands of other
 * bytes. */
static int add_later(struct lower *l, struct instruction later)
{
	uint32_t count = later.count;
	int error = 0;

	if (!l->lowering->apart)
		return lower_add_after(l, later);
	for (later.count = 1; count && !error; count--) {
		error = lower_add_after(l, later);
		later.extents++;
		later.left++;
		later.right++;
	}
	return error;
}

/* Returns the operand of a fold, or of a copy, that is the packet's bytes, or (`own`) the
 * node's. */
static uint32_t *operand_of(struct instruction *i, enum arrival how, bool own)
{
	bool right = how == FOLDED_BEHIND;

	return right != own ? &i->right : &i->left;
}

/* Takes the packet into scratch now, and copies or combines from there after the returns. */
static int take_late(struct lower *l, struct instruction i, struct received *a, enum arrival how)
{
	struct instruction later = i;
	size_t offset = lower_scratch(l, i.bytes);
	int error = 0;

	i.action = TAKE_PACKET;
	i.count = 1;
	i.extents = (uint32_t)l->program->extents;
	error = lower_extent(l, SCRATCH, offset, i.bytes);
	later.action = how == TAKEN ? COPY_BYTES : FOLD_BYTES;
	later.count = (uint32_t)a->count;
	if (!error)
		error = add_extents(l, a->to, a->count, &later.extents);
	if (!error && how != TAKEN)
		error = add_extents(l, a->with, a->count, operand_of(&later, how, true));
	*operand_of(&later, how, false) = (uint32_t)l->program->extents;
	for (size_t k = 0; k < a->count && !error; offset += a->to[k++].bytes)
		error = lower_extent(l, SCRATCH, offset, a->to[k].bytes);
	if (!error)
		error = lower_add(l, i);
	return error ? error : add_later(l, later);
}

static int take_now(struct lower *l, struct instruction i, struct received *a, enum arrival how)
{
	static const uint8_t actions[] = {
		[TAKEN] = TAKE_PACKET, [FOLDED_BEHIND] = FOLD_PACKET, [FOLDED_BEFORE] = FOLD_BEFORE
	};
	int error = 0;

	i.action = a->needed ? actions[how] : DROP_PACKET;
	i.count = a->needed ? (uint32_t)a->count : 0;
	if (a->needed)
		error = add_extents(l, a->to, a->count, &i.extents);
	if (!error && a->needed && how != TAKEN)
		error = add_extents(l, a->with, a->count, operand_of(&i, how, true));
	return error ? error : lower_add(l, i);
}

/* Finds the destinations of all bytes of a packet. */
static int arrive_packet(
	struct lower *l, struct received *a, const struct tape_op *op, enum arrival joined)
{
	int error = 0;

	for (uint32_t k = 0; k < op->count && !error; k++) {
		const struct range *r = &l->tape->range[op->first + k];

		error = joined ? join_range(l, a, op, r, joined) : arrive_range(l, a, op->fold, r);
	}
	return error;
}

int lower_receive(struct lower *l, const struct tape_op *op)
{
	struct instruction i = lower_instruction(l, op);
	struct received a = { 0 };
	enum arrival joined = TAKEN, how;
	bool lent, joins = lower_joins(l) && !l->lowering->apart;
	int error = joins ? lower_joins_packet(l, op, &joined) : 0;

	how = op->fold ? FOLDED_BEHIND : joined;
	if (!error)
		error = arrive_packet(l, &a, op, joined);
	if (!error)
		error = await_loans(l, &a, &lent);
	if (!error) {
		l->waiting |= lent;
		error = l->waiting || (l->lowering->apart && a.over) ? take_late(l, i, &a, how)
								     : take_now(l, i, &a, how);
	}
	free(a.to);
	free(a.with);
	return error;
}
