/* Finds the moments at which the places of a program's packets are free. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/error.h"
#include "plan/program/expected.h"
#include "plan/program/loans.h"
#include "plan/program/segments.h"

/* Each segment of memory keeps how many instructions must be done until no instruction so far uses
 * the segment. Lent bytes are used until the node has awaited the return of the bytes. */
struct place_finder {
	const struct program *program;
	size_t inline_bytes;
	struct segments pieces;
	uint32_t *used; /* [segments] */
	struct loans loans;
	struct expected *found;
	uint32_t *next; /* [ports] places in found->packet */
};

/* ---- Memory ---- */

/* Returns the greatest number of the segments of a run of extents, and raises the lesser ones to
 * `least`. */
static uint32_t raise_to(struct place_finder *f, uint32_t extents, uint32_t count, uint32_t least)
{
	uint32_t greatest = 0;

	for (uint32_t k = 0; k < count; k++) {
		size_t piece, last;

		segments_of(&f->pieces, &f->program->extent[extents + k], &piece, &last);
		for (; piece < last; piece++) {
			greatest = f->used[piece] > greatest ? f->used[piece] : greatest;
			f->used[piece] = f->used[piece] < least ? least : f->used[piece];
		}
	}
	return greatest;
}

static int loan_back(void *owner, size_t await, uint32_t instruction)
{
	struct place_finder *f = owner;
	const struct instruction *send = &f->program->instruction[instruction];

	raise_to(f, send->extents, send->count, (uint32_t)await + 1);
	return 0;
}

/* ---- Instructions ---- */

static bool receives(const struct instruction *i)
{
	return i->action == TAKE_PACKET || i->action == DROP_PACKET || instruction_folds(i);
}

static bool arrives(const struct place_finder *f, const struct instruction *i)
{
	return receives(i) && i->bytes > f->inline_bytes;
}

static void look_at(struct place_finder *f, size_t k)
{
	const struct instruction *i = &f->program->instruction[k];

	if (arrives(f, i))
		f->found->packet[f->next[i->port]++] = (struct expected_packet){ (uint32_t)k,
			i->action == TAKE_PACKET ? raise_to(f, i->extents, i->count, 0) : 0 };
	if (i->action == SEND_PACKET)
		loans_send(&f->loans, k, i->bytes > f->inline_bytes);
	if (i->action == AWAIT_RETURN) {
		loans_end(&f->loans, k, loan_back, f);
		return;
	}
	if (i->action == DROP_PACKET)
		return;
	raise_to(f, i->extents, i->count, (uint32_t)k + 1);
	if (i->action == COPY_BYTES || i->action == FOLD_BYTES || i->action == FOLD_PACKET)
		raise_to(f, i->left, i->count, (uint32_t)k + 1);
	if (i->action == FOLD_BYTES || i->action == FOLD_BEFORE)
		raise_to(f, i->right, i->count, (uint32_t)k + 1);
}

static size_t count(struct place_finder *f, int ports)
{
	const struct program *p = f->program;

	for (size_t i = 0; i < p->instructions; i++)
		if (arrives(f, &p->instruction[i]))
			f->found->first[p->instruction[i].port + 1]++;
	for (int port = 0; port < ports; port++) {
		f->found->first[port + 1] += f->found->first[port];
		f->next[port] = f->found->first[port];
	}
	return f->found->first[ports];
}

static int find(struct place_finder *f, size_t arrivals, bool in_place)
{
	int error = segments_make(&f->pieces, f->program, in_place);

	if (!error)
		error = loans_open(&f->loans, f->program);
	f->used = calloc(f->program->extents * 2 + 1, sizeof *f->used);
	f->found->packet = calloc(arrivals, sizeof *f->found->packet);
	if (!error && (!f->used || !f->found->packet))
		error = why(ENOMEM, "no memory for %zu packets", arrivals);
	for (size_t i = 0; i < f->program->instructions && !error; i++)
		look_at(f, i);
	segments_free(&f->pieces);
	loans_close(&f->loans);
	free(f->used);
	return error;
}

int expected_make(struct expected **expected, const struct program *program, int ports,
	size_t inline_bytes, bool in_place)
{
	struct place_finder f = { .program = program, .inline_bytes = inline_bytes };
	size_t packets = 0;
	int error = 0;

	*expected = NULL;
	f.found = calloc(1, sizeof *f.found);
	f.next = calloc((size_t)ports + 1, sizeof *f.next);
	if (f.found)
		f.found->first = calloc((size_t)ports + 2, sizeof *f.found->first);
	if (!f.found || !f.next || !f.found->first)
		error = why(ENOMEM, "no memory for a program's packets");
	if (!error)
		packets = count(&f, ports);
	if (packets)
		error = find(&f, packets, in_place);
	free(f.next);
	if (error || !packets)
		expected_free(f.found);
	else
		*expected = f.found;
	return error;
}

void expected_free(struct expected *expected)
{
	if (!expected)
		return;
	free(expected->first);
	free(expected->packet);
	free(expected);
}
