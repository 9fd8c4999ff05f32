/* Proves that a program never overwrites bytes that the program has lent. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/error.h"
#include "plan/program/loans.h"
#include "plan/program/segments.h"

/* A node's memory is cut wherever an extent begins or ends. Each segment between two cuts counts
 * the packets that have lent the segment and are not back. A write is allowed only where the count
 * is zero. Packets that are small enough to be copied into the ring are not lent. A program that
 * lends no packet, and of which other nodes read nothing, has nothing to prove. */

struct check {
	const struct program *program;
	size_t inline_bytes;
	struct segments pieces;
	uint32_t *lent; /* [segments] loans; NULL: no packet is lent */
	struct loans loans;
};

static bool lends(const struct check *c, const struct instruction *i)
{
	return i->action == SEND_PACKET && i->bytes > c->inline_bytes;
}

static bool lends_any(const struct check *c)
{
	const struct program *p = c->program;

	for (size_t i = 0; i < p->instructions; i++)
		if (lends(c, &p->instruction[i]))
			return true;
	return false;
}

static int check_open(struct check *c)
{
	const struct program *p = c->program;
	int error = 0;

	if (lends_any(c)) {
		error = segments_make(&c->pieces, p, false);
		c->lent = calloc(p->extents * 2 + 1, sizeof *c->lent);
		if (!error && !c->lent)
			error = why(ENOMEM, "no memory to check a program");
	}
	return error ? error : loans_open(&c->loans, p);
}

/* Adds to the count of every segment of an instruction's extents. Returns false if the segments
 * must be free, and a segment is lent. */
static bool count(struct check *c, const struct instruction *i, int change, bool must_be_free)
{
	for (uint32_t k = 0; c->lent && k < i->count; k++) {
		size_t s, last;

		segments_of(&c->pieces, &c->program->extent[i->extents + k], &s, &last);
		for (; s < last; s++) {
			if (must_be_free && c->lent[s])
				return false;
			c->lent[s] += (uint32_t)change;
		}
	}
	return true;
}

static void check_send(struct check *c, const struct instruction *i)
{
	bool lent = lends(c, i);

	loans_send(&c->loans, (size_t)(i - c->program->instruction), lent);
	if (lent)
		count(c, i, 1, false);
}

static int give_back(void *owner, size_t await, uint32_t instruction)
{
	struct check *c = owner;

	(void)await;
	count(c, &c->program->instruction[instruction], -1, false);
	return 0;
}

/* Returns true if the instruction writes to memory that other nodes read by zero-copy. Such memory
 * is lent from the beginning to the end. */
static bool writes_what_others_read(const struct program *p, const struct instruction *i)
{
	for (uint32_t k = 0; p->by_reference && k < i->count; k++)
		if (p->extent[i->extents + k].space == p->lends)
			return true;
	return false;
}

static bool check_all(struct check *c)
{
	const struct program *p = c->program;

	for (const struct instruction *i = p->instruction; i < p->instruction + p->instructions;
		i++)
		if (i->action == SEND_PACKET)
			check_send(c, i);
		else if (i->action == AWAIT_RETURN)
			loans_end(&c->loans, (size_t)(i - p->instruction), give_back, c);
		else if (i->action != DROP_PACKET &&
			 (!count(c, i, 0, true) || writes_what_others_read(p, i)))
			return false;
	return c->loans.outs == 0;
}

int program_check(const struct program *program, size_t inline_bytes)
{
	struct check c = { .program = program, .inline_bytes = inline_bytes };
	int error;

	if (!lends_any(&c) && !program->by_reference)
		return 0;
	error = check_open(&c);
	if (!error && !check_all(&c))
		error = why(EINVAL, "hazard: a program overwrites bytes that are lent, or ends "
				    "before they are back");
	segments_free(&c.pieces);
	free(c.lent);
	loans_close(&c.loans);
	return error;
}
