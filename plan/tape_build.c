/* Tapes grow: deeds and ranges are added to them, and packets that are too large cut. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/array.h"
#include "plan/tape_build.h"

void tape_free(struct tape *tape)
{
	free(tape->deed);
	free(tape->range);
	*tape = (struct tape){ 0 };
}

int deeds_compare(const void *a, const void *b)
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

/* The arrays are never NULL: an empty run has a place, too. */
int deeds_clear(struct tape *tape)
{
	int error = array_reserve(&tape->deed, &tape->deeds_room, 1, sizeof *tape->deed);

	tape->deeds = tape->ranges = 0;
	return error ? error
		     : array_reserve(&tape->range, &tape->ranges_room, 1, sizeof *tape->range);
}

int deeds_add(struct tape *tape, struct tape_deed deed)
{
	int error = array_reserve(&tape->deed, &tape->deeds_room, tape->deeds + 1, sizeof deed);

	if (!error) {
		deed.first = (uint32_t)tape->ranges;
		tape->deed[tape->deeds++] = deed;
	}
	return error;
}

int deeds_add_range(struct tape *tape, struct range range)
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

/* ---- Packets that are too large follow in chunks ---- */

static int chop_one(
	struct tape *out, const struct tape *in, const struct tape_deed *deed, size_t limit)
{
	struct tape_deed chunk = *deed;
	int error;

	chunk.count = 0;
	chunk.bytes = 0;
	error = deeds_add(out, chunk);
	for (uint32_t i = 0; i < deed->count && !error; i++) {
		struct range rest = in->range[deed->first + i];

		while (rest.begin < rest.end && !error) {
			struct range piece = rest;
			size_t free = limit - out->deed[out->deeds - 1].bytes;

			if (!free) {
				chunk.chunk++;
				error = deeds_add(out, chunk);
				continue;
			}
			if (piece.end - piece.begin > free)
				piece.end = piece.begin + free;
			error = deeds_add_range(out, piece);
			rest.begin = piece.end;
		}
	}
	return error;
}

int deeds_chop(struct tape *tape, size_t limit)
{
	struct tape out = { 0 };
	bool needed = false;
	int error = 0;

	for (size_t i = 0; i < tape->deeds; i++)
		needed |= tape->deed[i].bytes > limit;
	if (!needed)
		return 0;
	for (size_t i = 0; i < tape->deeds && !error; i++)
		error = chop_one(&out, tape, &tape->deed[i], limit);
	if (error) {
		tape_free(&out);
		return error;
	}
	qsort(out.deed, out.deeds, sizeof *out.deed, deeds_compare);
	tape_free(tape);
	*tape = out;
	return 0;
}
