/* Lowers a node's tape to instructions on the node's buffers, scratch and rings. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/size.h"
#include "base/error.h"
#include "base/hash.h"
#include "plan/program/expected.h"
#include "plan/program/dependence.h"
#include "plan/program/lower.h"

/* A block lies in the input where it begins, in the output where it must end, and in scratch on its
 * way. A packet lends the bytes from the place where they lie, and no byte is moved to be sent.
 *
 * Lent bytes may not be overwritten before they are back. Most copies go to new places and
 * overwrite nothing. A fold into bytes that this node has lent must wait, and so must a copy over
 * such bytes. In these cases the node takes the packet into scratch, awaits the return, and then
 * folds or copies from scratch. These instructions follow all receives of the same time. Each wait
 * is therefore only for packets that other nodes take without waiting, and lowering adds no
 * deadlock to a plan. */

/* ---- The bytes at the beginning ---- */

static int put_input(struct lower *l, uint64_t block)
{
	bool buffer = collective_in_output(l->problem->collective);
	bool same = buffer || (l->lowering->in_place && !l->late && !l->keeps);
	int64_t index = buffer ? 0 : semantics_input_index(l->problem, l->v, block);
	struct block_place place = { .block = block,
		.end = lower_bytes(l, block),
		.offset = buffer ? 0 : lower_input_at(l, index),
		.space = same ? OUTPUT : INPUT };

	if (!place.end)
		return 0;
	return lower_put(l, place);
}

static int put_inputs(struct lower *l)
{
	uint64_t first, last;
	int error = 0;

	semantics_inputs(l->problem, l->v, &first, &last);
	for (uint64_t block = first; block < last && !error; block++)
		error = put_input(l, block);
	return error;
}

/* By reference only the node's own block is copied from its place. */
static int put_own(struct lower *l)
{
	uint64_t block;

	return semantics_own_block(l->problem, l->v, &block) ? put_input(l, block) : 0;
}

/* ---- One time, and the end ---- */

static int flush_after(struct lower *l)
{
	int error = 0;

	for (size_t k = 0; k < l->afters && !error; k++)
		error = lower_add(l, l->after[k]);
	l->afters = 0;
	l->waiting = false;
	return error;
}

/* The block that is not sent to the output; of a prefix fold, the prefix. */
static bool find_own(const struct lower *l, uint64_t *block)
{
	struct run prefix = { .last = semantics_prefix(l->problem, l->v) };

	if (!lower_joins(l))
		return semantics_own_block(l->problem, l->v, block);
	*block = run_block(l->problem, prefix);
	return prefix.last >= 0;
}

/* Copies a block from where its bytes lie to its place in the output. */
static int copy_block(struct lower *l, uint64_t block)
{
	struct instruction i = { .action = COPY_BYTES };
	size_t begin = 0, end, offset, bytes = lower_bytes(l, block);
	int error = 0;

	offset = lower_output_at(l, semantics_output_index(l->problem, l->v, block));
	for (; begin < bytes && !error; begin = end) {
		const struct block_place *p;

		end = bytes;
		p = block_map_find(&l->places, block, begin, &end);
		if (!p || (p->space == OUTPUT && p->offset - p->begin == offset))
			continue;
		i.count = 1;
		i.bytes = end - begin;
		i.extents = (uint32_t)l->program->extents;
		i.left = i.extents + 1;
		error = lower_extent(l, OUTPUT, offset + begin, i.bytes);
		if (!error)
			error = lower_extent(l, p->space, p->offset + (begin - p->begin), i.bytes);
		if (!error)
			error = lower_add(l, i);
	}
	return error;
}

/* In place, copies the blocks of all other nodes, which waited in scratch. */
static int lower_others(struct lower *l)
{
	int error = 0;

	for (int u = 0; u < l->problem->net.nodes && !error; u++)
		if (u != l->v)
			error = copy_block(l, semantics_block_from(l->problem, u, l->v));
	return error;
}

int lower_own(struct lower *l)
{
	uint64_t block;
	int error = 0;

	if (l->keeps)
		return l->late ? lower_others(l) : 0;
	if (collective_collects(l->problem->collective))
		return lower_collected(l);
	if (!find_own(l, &block))
		return 0;
	if (lower_joins(l))
		error = lower_joined(
			l, &(struct range){ .block = block, .end = lower_bytes(l, block) });
	return error ? error : copy_block(l, block);
}

/* Copies the own block early. Without folds the own block is ready from the start, and is copied
 * before the last packet if this node receives that packet: the sender works at the same time, or
 * helps to copy (runtime/node/split_copy.c). */
static int copy_own_before(struct lower *l, const struct tape_op *last)
{
	if (collective_folds(l->problem->collective) || l->late || last->op == OP_SEND)
		return 0;
	l->own_copied = true;
	return lower_own(l);
}

static int lower_ops(struct lower *l)
{
	const struct tape *tape = l->tape;
	int error = 0;

	for (size_t i = 0; i < tape->ops && !error; i++) {
		const struct tape_op *op = &tape->op[i], *last = i ? op - 1 : NULL;

		if (last && (last->time != op->time || last->chunk != op->chunk))
			error = flush_after(l);
		if (!error && i + 1 == tape->ops)
			error = copy_own_before(l, op);
		if (!error)
			error = op->op == OP_SEND ? lower_send(l, op) : lower_receive(l, op);
	}
	return error ? error : flush_after(l);
}

static int await_all(struct lower *l)
{
	int error = 0;

	for (int port = 0; port < l->problem->net.ports && !error; port++)
		if (l->lent[port])
			error = lower_add(l, (struct instruction){ .action = AWAIT_RETURN,
						     .port = (uint16_t)port,
						     .count = l->lent[port],
						     .peer = (uint32_t)network_neighbour(
							     &l->problem->net, l->v, port) });
	return error;
}

static int lower_end(struct lower *l)
{
	int error = l->late || l->own_copied ? 0 : lower_own(l);

	if (!error)
		error = await_all(l);
	return !error && l->late ? lower_own(l) : error;
}

/* Lowers the tape in its order. */
static int lower_in_order(struct lower *l)
{
	int error = lower_ops(l);

	return error ? error : lower_end(l);
}

/* ---- The whole ---- */

static uint64_t hash_of(const struct problem *problem, const struct binding *binding,
	const struct lowering *lowering)
{
	uint64_t ways = lowering->by_reference + 2u * lowering->sized;
	uint64_t words[] = { problem->collective, (uint64_t)problem->root, binding->bytes,
		binding->element, binding->packet, (uint64_t)problem->destination, ways };
	uint64_t hash = 0xcbf29ce484222325u;

	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
		hash = hash_word(hash, words[i]);
	for (uint64_t b = 0; binding->sizes && b < semantics_blocks(problem); b++)
		hash = hash_word(hash, binding->sizes[b]);
	return hash;
}

/* Finds the bytes of both buffers where blocks have sizes: up to the end of the last block. */
static void sized_buffers(const struct lower *l)
{
	const struct block_sizes *sizes = l->lowering->sizes;
	struct program *p = l->program;

	for (uint64_t b = 0; b < semantics_blocks(l->problem); b++) {
		int64_t in = semantics_input_index(l->problem, l->v, b);
		int64_t out = semantics_output_index(l->problem, l->v, b);

		if (in >= 0 && p->input < sizes->in_at[in] + sizes->bytes[b])
			p->input = sizes->in_at[in] + sizes->bytes[b];
		if (out >= 0 && p->output < sizes->out_at[out] + sizes->bytes[b])
			p->output = sizes->out_at[out] + sizes->bytes[b];
	}
}

static int buffer_sizes(struct lower *l)
{
	const struct matrix *matrix = l->lowering->matrix;
	struct program *p = l->program;

	if (matrix) {
		matrix_buffers(matrix, l->problem->permutation, l->v, &p->input, &p->output);
		p->turning =
			(struct turning){ matrix->item, matrix->in_stride, matrix->out_stride };
		return 0;
	}
	if (l->lowering->sizes) {
		sized_buffers(l);
		return 0;
	}
	if (size_multiply(&p->input, (size_t)semantics_input_blocks(l->problem, l->v), l->bytes) &&
		size_multiply(
			&p->output, (size_t)semantics_output_blocks(l->problem, l->v), l->bytes))
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
		.whole = SIZE_MAX,
		.keeps = lowering->own_stays,
		.runs.bracketed = collective_kind(problem->collective)->bracketed,
		.late = lowering->in_place &&
			(collective_kind(problem->collective)->in == BLOCKS_ON_ALL ||
				collective_joins(problem->collective)) };
	int error = block_map_open(&l.places);

	if (error)
		return error;
	l.program = calloc(1, sizeof *l.program);
	l.sent = calloc((size_t)problem->net.ports * 2 + 1, sizeof *l.sent);
	if (!l.program || !l.sent) {
		error = why(ENOMEM, "no memory to lower a plan");
		goto fail;
	}
	l.lent = l.sent + problem->net.ports;
	error = lower_open(&l);
	if (error)
		goto fail;
	l.program->hash = hash_of(problem, binding, lowering);
	l.program->binding = *binding;
	l.program->binding.sizes = NULL; /* the caller's */
	l.program->by_reference = lowering->by_reference;
	l.program->lends = SPACES;
	error = buffer_sizes(&l);
	if (!error && binding->bytes)
		error = lowering->by_reference ? put_own(&l) : put_inputs(&l);
	if (!error)
		error = lowering->by_reference ? lower_zero_copy(&l) : lower_in_order(&l);
	if (!error)
		error = program_check(l.program, lowering->inline_bytes);
fail:
	block_map_close(&l.places);
	runs_free(&l.runs);
	free(l.loan);
	free(l.sent);
	free(l.after);
	free(l.use);
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
	program_free(program->pattern);
	free(program->instruction);
	free(program->extent);
	dependences_free(program->dependences);
	expected_free(program->expected);
	free(program);
}
