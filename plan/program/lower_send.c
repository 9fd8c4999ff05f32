/* Lowers the sends of a node: each packet lends bytes from the place where the bytes lie. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include "base/array.h"
#include "base/error.h"
#include "plan/program/lower.h"

int lower_open(struct lower *l)
{
	struct program *p = l->program;
	int error =
		array_reserve(&p->instruction, &l->instructions_room, 1, sizeof *p->instruction);

	return error ? error : array_reserve(&p->extent, &l->extents_room, 1, sizeof *p->extent);
}

int lower_add(struct lower *l, struct instruction i)
{
	struct program *p = l->program;
	int error = array_reserve(
		&p->instruction, &l->instructions_room, p->instructions + 1, sizeof i);

	if (!error)
		p->instruction[p->instructions++] = i;
	return error;
}

int lower_add_after(struct lower *l, struct instruction i)
{
	int error = array_reserve(&l->after, &l->afters_room, l->afters + 1, sizeof i);

	if (!error)
		l->after[l->afters++] = i;
	return error;
}

int lower_extent(struct lower *l, uint32_t space, size_t offset, size_t bytes)
{
	struct program *p = l->program;
	int error = array_reserve(&p->extent, &l->extents_room, p->extents + 1, sizeof *p->extent);

	if (!error)
		p->extent[p->extents++] = (struct extent){ offset, bytes, space };
	return error;
}

int lower_put(struct lower *l, struct block_place place)
{
	struct range range = { place.block, place.begin, place.end };
	int error = block_map_put(&l->places, place);

	if (error || !lower_joins(l))
		return error;
	return runs_add(&l->runs, run_of_range(l->problem, &range));
}

/* Scratch is never reused, because its bytes may stay lent. */
size_t lower_scratch(struct lower *l, size_t bytes)
{
	size_t offset = l->program->scratch;

	l->program->scratch += (bytes + 63) / 64 * 64;
	return offset;
}

struct block_place lower_place(struct lower *l, uint64_t block, size_t begin, size_t end)
{
	bool apart = l->late || collective_collects(l->problem->collective);
	int64_t index = apart ? -1 : semantics_output_index(l->problem, l->v, block);
	struct block_place place = { .block = block, .begin = begin, .end = end, .space = OUTPUT };

	if (index >= 0) {
		place.offset = lower_output_at(l, index) + begin;
		return place;
	}
	place.space = SCRATCH;
	if (semantics_blocks(l->problem) > 1) {
		place.offset = lower_scratch(l, end - begin);
		return place;
	}
	if (l->whole == SIZE_MAX)
		l->whole = lower_scratch(l, l->bytes);
	place.offset = l->whole + begin;
	return place;
}

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

/* Adds the extents in which the bytes of a range lie, one after another. */
static int find_extents(struct lower *l, const struct range *r)
{
	size_t begin = r->begin, end;
	int error = 0;

	for (; begin < r->end && !error; begin = end) {
		const struct block_place *p;

		end = r->end;
		p = block_map_find(&l->places, r->block, begin, &end);
		if (!p)
			return why(EINVAL,
				"node %d sends bytes of block %llu that it does not hold", l->v,
				(unsigned long long)r->block);
		error = lower_extent(l, p->space, p->offset + (begin - p->begin), end - begin);
	}
	return error;
}

struct instruction lower_instruction(struct lower *l, const struct tape_op *op)
{
	return (struct instruction){ .port = op->port,
		.combined = op->fold || lower_joins(l),
		.peer = (uint32_t)network_neighbour(&l->problem->net, l->v, op->port),
		.bytes = op->bytes,
		.extents = (uint32_t)l->program->extents };
}

int lower_send(struct lower *l, const struct tape_op *op)
{
	struct instruction i;
	int error = 0;

	for (uint32_t k = 0; k < op->count && lower_joins(l) && !error; k++)
		error = lower_joined(l, &l->tape->range[op->first + k]);
	i = lower_instruction(l, op);
	i.action = SEND_PACKET;
	for (uint32_t k = 0; k < op->count && !error; k++)
		error = find_extents(l, &l->tape->range[op->first + k]);
	i.count = (uint32_t)l->program->extents - i.extents;
	l->sent[op->port]++;
	if (!error && op->bytes > l->lowering->inline_bytes)
		error = add_loans(l, &i);
	return error ? error : lower_add(l, i);
}
