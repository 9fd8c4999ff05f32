/* Finds the blocks of a node's buffers by their sizes and places, and refuses wrong ones. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/error.h"
#include "base/size.h"
#include "library/sized/sized.h"

/* The blocks of a buffer as the caller says them. */
struct buffer_blocks {
	const char *name, *what; /* "alltoallv", "input" */
	const unsigned char *buffer;
	const size_t *bytes, *at;
	size_t count;
};

/* The bytes of a buffer between its first byte and its last one. */
struct hull {
	const unsigned char *begin;
	size_t bytes;
	bool rising; /* each block is placed after the blocks before it */
};

size_t blocks_count(const struct problem *problem, int v)
{
	return (size_t)semantics_input_blocks(problem, v) +
	       (size_t)semantics_output_blocks(problem, v);
}

static int check_block(const struct buffer_blocks *b, size_t k, size_t at)
{
	if (b->bytes[k] > BUFFER_MOST || at > BUFFER_MOST - b->bytes[k])
		return why(EINVAL, "%s: block %zu of the %s, %zu bytes at %zu, is beyond memory",
			b->name, k, b->what, b->bytes[k], at);
	if (b->bytes[k] && !b->buffer)
		return why(EINVAL, "%s: the %s is NULL", b->name, b->what);
	return 0;
}

/* Places the blocks of a buffer, and finds the buffer's hull. */
static int place(struct sized_block *blocks, const struct buffer_blocks *b, struct hull *hull)
{
	size_t next = 0, first = SIZE_MAX, last = 0;
	bool rising = true;
	int error = 0;

	if (b->count && !b->bytes)
		return why(EINVAL, "%s: the sizes of the %s are NULL", b->name, b->what);
	for (size_t k = 0; k < b->count && !error; k++) {
		size_t at = b->at ? b->at[k] : next;

		error = check_block(b, k, at);
		next = at + b->bytes[k];
		blocks[k] =
			(struct sized_block){ (unsigned char *)(uintptr_t)b->buffer, b->bytes[k] };
		if (error || !b->bytes[k])
			continue;
		blocks[k].address += at;
		rising &= at >= last;
		first = at < first ? at : first;
		last = next > last ? next : last;
	}
	*hull = (struct hull){ b->buffer, 0, rising };
	if (!error && first < last)
		*hull = (struct hull){ b->buffer + first, last - first, rising };
	return error;
}

static bool blocks_overlap(const struct sized_block *a, const struct sized_block *b)
{
	return a->bytes && b->bytes && buffers_overlap(a->address, a->bytes, b->address, b->bytes);
}

/* Checks that no block of the input overlaps a block of the output. */
static int check_apart(const char *name, const struct sized_block *in, size_t inputs,
	const struct sized_block *out, size_t outputs)
{
	for (size_t i = 0; i < inputs; i++)
		for (size_t k = 0; k < outputs; k++)
			if (blocks_overlap(&in[i], &out[k]))
				return why(EINVAL,
					"%s: block %zu of the input and block %zu of the output "
					"overlap",
					name, i, k);
	return 0;
}

/* ---- Blocks of the output that are in any order ---- */

struct numbered_block {
	struct sized_block block;
	size_t number;
};

/* Compares by place, and by number at the same place. */
static int compare_places(const void *one, const void *other)
{
	const struct numbered_block *a = one, *b = other;
	uintptr_t x = (uintptr_t)a->block.address, y = (uintptr_t)b->block.address;

	return x != y ? (x > y) - (x < y) : (a->number > b->number) - (a->number < b->number);
}

static int overlap_why(const char *name, size_t one, size_t other)
{
	return why(EINVAL, "%s: blocks %zu and %zu of the output overlap", name,
		one < other ? one : other, one < other ? other : one);
}

/* Checks that no block of the output overlaps another one. */
static int check_output(const char *name, const struct sized_block *out, size_t count)
{
	struct numbered_block *sorted = malloc((count + 1) * sizeof *sorted);
	size_t filled = 0;
	int error = 0;

	if (!sorted)
		return why(ENOMEM, "no memory for a list of %zu blocks", count);
	for (size_t k = 0; k < count; k++)
		if (out[k].bytes)
			sorted[filled++] = (struct numbered_block){ out[k], k };
	qsort(sorted, filled, sizeof *sorted, compare_places);
	for (size_t k = 1; k < filled && !error; k++)
		if (blocks_overlap(&sorted[k - 1].block, &sorted[k].block))
			error = overlap_why(name, sorted[k - 1].number, sorted[k].number);
	free(sorted);
	return error;
}

static int check_own(const struct sized_block *in, const struct sized_block *out,
	const struct problem *problem, int v)
{
	size_t sent, expected;
	uint64_t block;

	if (!semantics_own_block(problem, v, &block))
		return 0;
	sent = in[semantics_input_index(problem, v, block)].bytes;
	expected = out[semantics_output_index(problem, v, block)].bytes;
	if (sent == expected)
		return 0;
	return why(EINVAL, "%s: node %d sends %zu bytes to itself, and expects %zu",
		sized_name(problem->collective), v, sent, expected);
}

int blocks_place(struct sized_block *blocks, const struct collective_request *r,
	const struct problem *problem, int v)
{
	const char *name = sized_name(problem->collective);
	struct buffer_blocks in = { name, "input", r->in, r->blocks->in_bytes, r->blocks->in_at,
		(size_t)semantics_input_blocks(problem, v) };
	struct buffer_blocks out = { name, "output", r->out, r->blocks->out_bytes,
		r->blocks->out_at, (size_t)semantics_output_blocks(problem, v) };
	struct sized_block *output = blocks + in.count;
	struct hull read, written;
	int error = place(blocks, &in, &read);

	if (!error)
		error = place(output, &out, &written);
	if (!error && !r->in_place && read.bytes && written.bytes &&
		buffers_overlap(read.begin, read.bytes, written.begin, written.bytes))
		error = check_apart(name, blocks, in.count, output, out.count);
	if (!error && !written.rising)
		error = check_output(name, output, out.count);
	return error ? error : check_own(blocks, output, problem, v);
}
