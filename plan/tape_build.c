/* Tapes grow: ops and ranges are added to them, and packets that are too large cut. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/array.h"
#include "plan/tape_build.h"

void tape_free(struct tape *tape)
{
	free(tape->op);
	free(tape->range);
	*tape = (struct tape){ 0 };
}

int tape_ops_compare(const void *a, const void *b)
{
	const struct tape_op *x = a, *y = b;

	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	if (x->chunk != y->chunk)
		return x->chunk < y->chunk ? -1 : 1;
	if ((x->op == DEED_SEND) != (y->op == DEED_SEND))
		return x->op == DEED_SEND ? -1 : 1;
	return (x->port > y->port) - (x->port < y->port);
}

/* The arrays are never NULL: an empty run has a place, too. */
int tape_ops_clear(struct tape *tape)
{
	int error = array_reserve(&tape->op, &tape->tape_ops_room, 1, sizeof *tape->op);

	tape->ops = tape->ranges = 0;
	return error ? error
		     : array_reserve(&tape->range, &tape->ranges_room, 1, sizeof *tape->range);
}

int tape_ops_add(struct tape *tape, struct tape_op op)
{
	int error = array_reserve(&tape->op, &tape->tape_ops_room, tape->ops + 1, sizeof op);

	if (!error) {
		op.first = (uint32_t)tape->ranges;
		tape->op[tape->ops++] = op;
	}
	return error;
}

int tape_ops_add_range(struct tape *tape, struct range range)
{
	struct tape_op *op = &tape->op[tape->ops - 1];
	struct range *last = op->count ? &tape->range[tape->ranges - 1] : NULL;
	int error;

	op->bytes += range.end - range.begin;
	if (last && last->block == range.block && last->end == range.begin) {
		last->end = range.end;
		return 0;
	}
	error = array_reserve(&tape->range, &tape->ranges_room, tape->ranges + 1, sizeof range);
	if (!error) {
		op->count++;
		tape->range[tape->ranges++] = range;
	}
	return error;
}

/* ---- Packets that are too large follow in chunks ---- */

static int chop_one(
	struct tape *out, const struct tape *in, const struct tape_op *op, size_t limit)
{
	struct tape_op chunk = *op;
	int error;

	chunk.count = 0;
	chunk.bytes = 0;
	error = tape_ops_add(out, chunk);
	for (uint32_t i = 0; i < op->count && !error; i++) {
		struct range rest = in->range[op->first + i];

		while (rest.begin < rest.end && !error) {
			struct range piece = rest;
			size_t free = limit - out->op[out->ops - 1].bytes;

			if (!free) {
				chunk.chunk++;
				error = tape_ops_add(out, chunk);
				continue;
			}
			if (piece.end - piece.begin > free)
				piece.end = piece.begin + free;
			error = tape_ops_add_range(out, piece);
			rest.begin = piece.end;
		}
	}
	return error;
}

int tape_ops_chop(struct tape *tape, size_t limit)
{
	struct tape out = { 0 };
	bool needed = false;
	int error = 0;

	for (size_t i = 0; i < tape->ops; i++)
		needed |= tape->op[i].bytes > limit;
	if (!needed)
		return 0;
	for (size_t i = 0; i < tape->ops && !error; i++)
		error = chop_one(&out, tape, &tape->op[i], limit);
	if (error) {
		tape_free(&out);
		return error;
	}
	qsort(out.op, out.ops, sizeof *out.op, tape_ops_compare);
	tape_free(tape);
	*tape = out;
	return 0;
}
