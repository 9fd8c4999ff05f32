/* Packs the blocks of an operation that are subarrays, and unpacks the results. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include "base/error.h"
#include "base/size.h"
#include "library/library_internal.h"
#include "library/requests/packed_blocks.h"
#include "plan/semantics.h"

enum {
	ALIGNMENT = 128
};

/* ---- The blocks of a buffer ---- */

static size_t list_bytes(const struct packed_side *side)
{
	return side->count * (sizeof *side->block + sizeof *side->bytes);
}

/* A buffer in place, and a buffer without subarrays, stay as they are. */
static size_t count_of(const struct grove_subarray *list, const void *buffer, int blocks)
{
	return list && buffer != GROVE_IN_PLACE ? (size_t)blocks : 0;
}

static int side_read(struct packed_side *side, const struct grove_subarray *list,
	const struct packed_use *use, bool sized, struct subarray_place place)
{
	int error = 0;

	for (size_t k = 0; k < side->count && !error; k++) {
		place.number = k;
		if (sized) {
			error = subarray_read(&side->block[k], &side->bytes[k], &list[k], &place);
		} else {
			side->bytes[k] = use->bytes;
			error = subarray_read_sized(&side->block[k], use->bytes, &list[k], &place);
		}
		if (!error && (side->bytes[k] > BUFFER_MOST - side->all))
			error = why(EINVAL, "%s: the subarrays of the %s are larger than memory",
				use->name, place.what);
		side->all += error ? 0 : side->bytes[k];
	}
	return error;
}

/* Returns where all blocks follow one another in the application's memory, or NULL. */
static unsigned char *in_one_piece(const struct packed_side *side)
{
	unsigned char *first = NULL, *next = NULL;

	for (size_t k = 0; k < side->count; k++) {
		if (!side->bytes[k])
			continue;
		if (side->block[k].rows > 1 || (next && side->block[k].first != next))
			return NULL;
		first = first ? first : side->block[k].first;
		next = side->block[k].first + side->bytes[k];
	}
	return first;
}

static size_t aligned(size_t bytes)
{
	return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

/* ---- All of an operation ---- */

static int lists_open(struct packed_blocks *b, struct block_memory *memory)
{
	struct strided *lists =
		memory_grow(&memory->lists, list_bytes(&b->in) + list_bytes(&b->out));
	size_t *sizes;

	if (!lists)
		return -ENOMEM;
	sizes = (size_t *)(lists + b->in.count + b->out.count);
	b->in.block = lists;
	b->out.block = lists + b->in.count;
	b->in.bytes = sizes;
	b->out.bytes = sizes + b->in.count;
	return 0;
}

static int blocks_open(
	struct packed_blocks *b, struct block_memory *memory, const void **in, void **out)
{
	unsigned char *packed;

	*in = b->in.all ? in_one_piece(&b->in) : *in;
	*out = b->out.all ? in_one_piece(&b->out) : *out;
	packed = memory_grow(&memory->blocks, aligned(b->in.all) + b->out.all + 1);
	if (!packed)
		return -ENOMEM;
	if (b->in.all && !*in)
		*in = b->in.packed = packed;
	if (b->out.all && !*out)
		*out = b->out.packed = packed + aligned(b->in.all);
	return 0;
}

/* Finds out when the output is read and written. */
static void output_use(struct packed_blocks *b, const struct packed_use *use, const void *in)
{
	const struct problem *problem = use->problem;
	enum collective c = problem->collective;
	bool begins = collective_in_output(c) && use->node == problem->root;
	uint64_t own;

	b->out_read = begins || in == GROVE_IN_PLACE;
	b->out_own = -1;
	if ((c == GATHER || c == ALLGATHER) && semantics_own_block(problem, use->node, &own))
		b->out_own = semantics_output_index(problem, use->node, own);
	b->out_written = !begins && (collective_kind(c)->after != AT_NEXT ||
					    semantics_prefix(problem, use->node) >= 0);
}

static void sizes_replace(struct packed_blocks *b, struct grove_operation *o)
{
	b->sizes = *o->blocks;
	if (b->in.count) {
		b->sizes.in_bytes = b->in.bytes;
		b->sizes.in_at = NULL;
	}
	if (b->out.count) {
		b->sizes.out_bytes = b->out.bytes;
		b->sizes.out_at = NULL;
	}
	o->blocks = &b->sizes;
}

static bool scatters_folds(enum collective collective)
{
	return collective_folds(collective) && collective_kind(collective)->in == BLOCKS_ON_ALL;
}

int packed_open(struct packed_blocks *b, struct block_memory *memory, struct grove_operation *o,
	const struct packed_use *use)
{
	const struct problem *problem = use->problem;
	struct subarray_place in = { use->name, "input", 0, o->in, use->element };
	struct subarray_place out = { use->name, "output", 0, o->out, use->element };
	int error;

	*b = (struct packed_blocks){ 0 };
	if (o->in == GROVE_IN_PLACE && o->out_subarrays && scatters_folds(problem->collective))
		return why(EINVAL,
			"%s: GROVE_IN_PLACE is for an output without subarrays, as the output "
			"also holds the blocks for other nodes",
			use->name);
	b->in.count = count_of(o->in_subarrays, o->in, semantics_input_blocks(problem, use->node));
	b->out.count =
		count_of(o->out_subarrays, o->out, semantics_output_blocks(problem, use->node));
	if (!b->in.count && !b->out.count)
		return 0;
	error = lists_open(b, memory);
	if (!error)
		error = side_read(&b->in, o->in_subarrays, use, o->blocks, in);
	if (!error)
		error = side_read(&b->out, o->out_subarrays, use, o->blocks, out);
	if (!error)
		error = blocks_open(b, memory, &o->in, &o->out);
	if (error)
		return error;
	output_use(b, use, o->in);
	if (o->blocks)
		sizes_replace(b, o);
	return 0;
}

/* ---- Copies ---- */

static void side_copy(const struct packed_side *side, int64_t only, bool packs)
{
	unsigned char *at = side->packed;

	for (size_t k = 0; at && k < side->count; at += side->bytes[k++]) {
		struct strided packed = strided_piece(at, side->bytes[k]);

		if (only >= 0 && (size_t)only != k)
			continue;
		copy_strided(packs ? &packed : &side->block[k], packs ? &side->block[k] : &packed,
			side->bytes[k]);
	}
}

void packed_read(const struct packed_blocks *b)
{
	side_copy(&b->in, -1, true);
	if (b->out_read)
		side_copy(&b->out, b->out_own, true);
}

void packed_write(const struct packed_blocks *b)
{
	if (b->out_written)
		side_copy(&b->out, -1, false);
}
