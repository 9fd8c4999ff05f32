/* Replaces GROVE_IN_PLACE in requests by the memory that it stands for. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>
#include "base/error.h"
#include "base/size.h"
#include "library/sized/sized.h"
#include "runtime/node/team_state.h"

enum {
	ALIGNMENT = 128
};

/* Says where GROVE_IN_PLACE belongs. Only the nodes that have both buffers may give it. */
static int check(const struct collective_request *r, bool input, bool output)
{
	const char *name = sized_name(r->collective);
	bool scatters = r->collective == SCATTER;

	if (scatters ? r->in == GROVE_IN_PLACE : r->out == GROVE_IN_PLACE)
		return why(EINVAL, "%s: GROVE_IN_PLACE is for the %s", name,
			scatters ? "output, not for the input" : "input, not for the output");
	if (!input || !output)
		return why(EINVAL, "%s: GROVE_IN_PLACE is for the root, node %d", name, r->root);
	if (scatters ? !r->blocks->in_bytes : !r->blocks->out_bytes)
		return why(EINVAL, "%s: the sizes of the %s are NULL", name,
			scatters ? "input" : "output");
	if (collective_folds(r->collective) && (r->blocks->in_at || r->blocks->out_at))
		return why(EINVAL,
			"%s: with GROVE_IN_PLACE the blocks follow one another from the beginning "
			"of the output, so in_at and out_at are NULL",
			name);
	return 0;
}

/* Returns where block v lies in a buffer of blocks for all nodes. Sizes and places are checked
 * later. */
static void *block_at(const void *buffer, const size_t *bytes, const size_t *at, int v)
{
	uintptr_t place = (uintptr_t)buffer + (at ? at[v] : 0);

	for (int u = 0; u < v && !at; u++)
		place += bytes[u];
	return (void *)place;
}

/* ---- Blocks that are sent and overwritten ---- */

static int blocks_sum(size_t *sum, const size_t *bytes, size_t count)
{
	*sum = 0;
	for (size_t k = 0; k < count; k++) {
		if (bytes[k] > BUFFER_MOST - *sum)
			return why(EINVAL, "alltoallv: the blocks of the output are larger than "
					   "memory");
		*sum += bytes[k];
	}
	return 0;
}

static int send_copy(
	struct collective_request *r, struct grown_memory *memory, struct sent_blocks *sent)
{
	struct grove_blocks *b = &sent->sizes;
	size_t list = (sent->count * sizeof *sent->block + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
	struct sized_block *block;
	uintptr_t next = (uintptr_t)r->out;
	size_t sum;
	int error = blocks_sum(&sum, b->out_bytes, sent->count);

	if (error)
		return error;
	block = memory_grow(memory, list + sum + 1);
	if (!block)
		return -ENOMEM;
	for (size_t k = 0; k < sent->count; k++) {
		uintptr_t at = b->out_at ? (uintptr_t)r->out + b->out_at[k] : next;

		block[k] = (struct sized_block){ (unsigned char *)at, b->out_bytes[k] };
		next = at + b->out_bytes[k];
	}
	sent->block = block;
	sent->copy = (unsigned char *)block + list;
	r->in = sent->copy;
	b->in_bytes = b->out_bytes;
	b->in_at = NULL;
	return 0;
}

void sent_blocks_copy(const struct sent_blocks *sent)
{
	unsigned char *to = sent->copy;

	for (size_t k = 0; k < sent->count; to += sent->block[k++].bytes)
		if (k != sent->own && sent->block[k].bytes)
			memcpy(to, sent->block[k].address, sent->block[k].bytes);
}

/* ---- Any collective ---- */

static int replace(struct collective_request *r, const struct problem *problem, int v,
	struct grown_memory *memory, struct sent_blocks *sent)
{
	struct grove_blocks *b = &sent->sizes;

	*b = *r->blocks;
	r->blocks = b;
	switch (r->collective) {
	case SCATTER:
		r->out = block_at(r->in, b->in_bytes, b->in_at, v);
		b->out_bytes = b->in_bytes + v;
		b->out_at = NULL;
		return 0;
	case ALLTOALL:
		sent->count = (size_t)problem->net.nodes;
		sent->own = (size_t)v;
		return send_copy(r, memory, sent);
	case GATHER:
	case ALLGATHER:
		r->in = block_at(r->out, b->out_bytes, b->out_at, v);
		b->in_bytes = b->out_bytes + v;
		b->in_at = NULL;
		return 0;
	default:
		r->in = r->out;
		return 0;
	}
}

int in_place_open(struct collective_request *r, struct node *me, struct grown_memory *memory,
	struct sent_blocks *sent)
{
	const struct problem *problem = request_problem(me, r);
	bool input = semantics_input_blocks(problem, me->number);
	bool output = semantics_output_blocks(problem, me->number);
	int error;

	*sent = (struct sent_blocks){ 0 };
	if (r->in == GROVE_IN_PLACE && !input) /* a buffer that the node does not have */
		r->in = NULL;
	if (r->out == GROVE_IN_PLACE && !output)
		r->out = NULL;
	if (!is_in_place(r->in, r->out))
		return 0;
	error = check(r, input, output);
	if (error)
		return error;
	r->in_place = true;
	return replace(r, problem, me->number, memory, sent);
}
