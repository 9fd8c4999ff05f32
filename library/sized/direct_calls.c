/* Prepares direct calls: writes the sizes of a call into the node's own copy of a program. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "library/node_program.h"
#include "library/sized/sized.h"
#include "runtime/node/port.h"

/* The plan is lowered for large blocks of equal size: the pattern. In the node's own copy each
 * extent, which is a whole block, gets the place and size of that block in this call. A packet that
 * is no longer lent needs no return, so the instruction that awaits the return is left out, and so
 * is the copy of an empty block, and the copy of a block that is in place already (the only copies
 * of a direct plan are those of own blocks). Nothing else changes, and the proof of the pattern
 * holds: the same instructions in the same order read blocks of the input and write blocks of the
 * output. */

enum {
	PATTERN_BYTES = 1 << 20 /* of a block; lent on every team */
};

bool plan_direct(const struct grove_plan *plan)
{
	const struct plan *p = plan->plan;

	return p && plan->forward == FORWARD_COPY && !plan->packet && !plan->matrix.item &&
	       !collective_folds(plan->problem.collective) && p->times == 1 && p->parts == 1 &&
	       !p->pipelined && !p->alternating;
}

/* ---- The pattern ---- */

static void *copy_array(const void *from, size_t count, size_t size)
{
	void *to = malloc((count + 1) * size);

	if (to && count)
		memcpy(to, from, count * size);
	return to;
}

struct program *program_copy(const struct program *from)
{
	struct program *to = copy_array(from, 1, sizeof *from);

	if (!to)
		return NULL;
	to->dependences = NULL;
	to->expected = NULL;
	to->pattern = NULL;
	to->users = 0;
	to->dropped = false;
	to->instruction =
		copy_array(from->instruction, from->instructions, sizeof *to->instruction);
	to->extent = copy_array(from->extent, from->extents, sizeof *to->extent);
	if (to->instruction && to->extent)
		return to;
	program_free(to);
	return NULL;
}

int direct_make(struct program **program, struct node *me, const struct grove_plan *plan, int root)
{
	struct program *pattern, *own;
	int error = program_make(
		&pattern, me, plan, &(struct program_use){ .bytes = PATTERN_BYTES, .root = root });

	if (error)
		return error;
	own = program_copy(pattern);
	if (!own) {
		program_free(pattern);
		return why(ENOMEM, "no memory for a program");
	}
	for (size_t k = 0; k < pattern->extents; k++)
		pattern->extent[k].offset /= PATTERN_BYTES;
	own->pattern = pattern;
	*program = own;
	return 0;
}

/* ---- The sizes of a call ---- */

/* The lists of a node's blocks, by space. */
struct node_blocks {
	const struct sized_block *of[2];
	const unsigned char *base[2];
};

/* Writes the places and sizes of an instruction's blocks. Returns the bytes. */
static size_t write_extents(struct program *own, const struct program *pattern, uint32_t first,
	uint32_t count, const struct node_blocks *blocks)
{
	size_t bytes = 0;

	for (uint32_t k = first; k < first + count; k++) {
		const struct extent *e = &pattern->extent[k];
		const struct sized_block *block = &blocks->of[e->space][e->offset];

		own->extent[k].bytes = block->bytes;
		own->extent[k].offset =
			block->bytes ? (size_t)(block->address - blocks->base[e->space]) : 0;
		bytes += block->bytes;
	}
	return bytes;
}

/* Returns true if a packet of this call through that port is lent. */
static bool lends_through(const struct program *own, uint16_t port, size_t inline_bytes)
{
	for (size_t k = 0; k < own->instructions; k++)
		if (own->instruction[k].action == SEND_PACKET && own->instruction[k].port == port)
			return own->instruction[k].bytes > inline_bytes;
	return false;
}

static void write_program(
	struct program *own, const struct node_blocks *blocks, size_t inline_bytes, bool in_place)
{
	const struct program *pattern = own->pattern;

	own->instructions = 0;
	for (size_t k = 0; k < pattern->instructions; k++) {
		struct instruction i = pattern->instruction[k];

		if (i.action == AWAIT_RETURN && !lends_through(own, i.port, inline_bytes))
			continue;
		if (i.action != AWAIT_RETURN)
			i.bytes = write_extents(own, pattern, i.extents, i.count, blocks);
		if (i.action == COPY_BYTES)
			write_extents(own, pattern, i.left, i.count, blocks);
		if (i.action == COPY_BYTES && (!i.bytes || in_place))
			continue;
		own->instruction[own->instructions++] = i;
	}
}

static size_t sum_of(const struct sized_block *blocks, size_t count)
{
	size_t sum = 0;

	for (size_t k = 0; k < count; k++)
		sum += blocks[k].bytes;
	return sum;
}

size_t direct_bytes(
	struct node *me, const struct collective_request *r, const struct sized_block *blocks)
{
	return sum_of(blocks, blocks_count(request_problem(me, r), me->number));
}

void direct_write(struct program *own, struct node *me, const struct collective_request *r,
	const struct sized_block *blocks)
{
	size_t inputs = (size_t)semantics_input_blocks(request_problem(me, r), me->number);
	const struct sized_block *out = blocks + inputs;

	write_program(own, &(struct node_blocks){ { blocks, out }, { r->in, r->out } },
		team_inline_bytes(me->team), r->in_place);
	own->input = sum_of(blocks, inputs);
	own->output = direct_bytes(me, r, blocks) - own->input;
}
