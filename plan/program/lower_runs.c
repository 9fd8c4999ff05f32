/* Lowers folds in the order or bracket of the nodes: a node joins its runs, or folds blocks that it
 * collected. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/array.h"
#include "base/error.h"
#include "plan/program/lower.h"

static struct extent extent_of(const struct block_place *place, size_t begin, size_t end)
{
	return (struct extent){ place->offset + (begin - place->begin), end - begin, place->space };
}

/* A run, or the block of a node, that is folded with others: its first node, and where it lies. */
struct operand {
	int first; /* node */
	struct extent at;
};

/* Adds the instruction: to = left combined with right. */
static int add_fold(struct lower *l, struct extent to, struct extent left, struct extent right)
{
	struct instruction i = { .action = FOLD_BYTES,
		.count = 1,
		.bytes = to.bytes,
		.extents = (uint32_t)l->program->extents };
	struct extent all[] = { to, left, right };
	int error = 0;

	i.left = i.extents + 1;
	i.right = i.extents + 2;
	for (int k = 0; k < 3 && !error; k++)
		error = lower_extent(l, all[k].space, all[k].offset, to.bytes);
	return error ? error : lower_add(l, i);
}

/* Folds several operands one after another: no other way needs so little scratch. */
static int fold_in_turn(
	struct lower *l, const struct operand *operand, size_t count, struct extent to)
{
	struct extent left = operand[0].at;
	int error = 0;

	for (size_t i = 1; i < count && !error; i++, left = to)
		error = add_fold(l, to, left, operand[i].at);
	return error;
}

/* Folds several operands in the bracket of their nodes. */
static int fold_in_bracket(
	struct lower *l, const struct operand *operand, size_t count, struct extent to)
{
	int cut = run_cut(operand[0].first, operand[count - 1].first), error = 0;
	struct extent left = operand[0].at, right;
	size_t half = 1;

	while (operand[half].first < cut)
		half++;
	right = operand[half].at;
	if (half > 1) {
		error = fold_in_bracket(l, operand, half, to);
		left = to;
	}
	if (!error && count - half > 1) {
		right = (struct extent){ lower_scratch(l, to.bytes), to.bytes, SCRATCH };
		error = fold_in_bracket(l, operand + half, count - half, right);
	}
	return error ? error : add_fold(l, to, left, right);
}

/* Finds where bytes from `begin` up to *end at most of the runs of the way lie. */
static void find_way_operands(struct lower *l, struct operand *operand, size_t begin, size_t *end)
{
	for (size_t i = 0; i < l->runs.ways; i++) {
		struct run run = l->runs.run[l->runs.way[i]];
		const struct block_place *p =
			block_map_find(&l->places, run_block(l->problem, run), begin, end);

		operand[i] = (struct operand){ run.first, extent_of(p, begin, *end) };
	}
}

static int join(struct lower *l, uint64_t block, size_t begin, size_t *end)
{
	struct run wanted = run_of_range(l->problem, &(struct range){ block, begin, *end });
	struct block_place place;
	struct operand *operand;
	int error = runs_join(&l->runs, &wanted);

	if (error || l->runs.ways < 2)
		return error ? error : -ENOENT;
	*end = wanted.end;
	operand = array_new(l->runs.ways, sizeof *operand);
	if (!operand)
		return -ENOMEM;
	find_way_operands(l, operand, begin, end);
	place = lower_place(l, block, begin, *end);
	error = (l->runs.bracketed ? fold_in_bracket : fold_in_turn)(
		l, operand, l->runs.ways, extent_of(&place, begin, *end));
	free(operand);
	return error ? error : lower_put(l, place);
}

int lower_joined(struct lower *l, const struct range *range)
{
	size_t begin = range->begin, end;
	int error = 0;

	for (; begin < range->end && !error; begin = end) {
		end = range->end;
		if (!block_map_find(&l->places, range->block, begin, &end))
			error = join(l, range->block, begin, &end);
	}
	return error == -ENOENT ? why(EINVAL, "node %d can not make the run that it sends", l->v)
				: error;
}

/* ---- Blocks that are folded at the end ---- */

/* Returns the bytes of the block from this origin, up to *end at most. */
static struct extent collected(struct lower *l, int origin, size_t begin, size_t *end)
{
	uint64_t block = semantics_block_from(l->problem, origin, l->v);
	const struct block_place *p = block_map_find(&l->places, block, begin, end);

	return extent_of(p, begin, *end);
}

static int copy_only(struct lower *l, struct extent to, struct extent from)
{
	struct instruction i = { .action = COPY_BYTES,
		.count = 1,
		.bytes = to.bytes,
		.extents = (uint32_t)l->program->extents,
		.left = (uint32_t)l->program->extents + 1 };
	int error = lower_extent(l, to.space, to.offset, to.bytes);

	if (to.space == from.space && to.offset == from.offset)
		return error;
	if (!error)
		error = lower_extent(l, from.space, from.offset, from.bytes);
	return error ? error : lower_add(l, i);
}

static int fold_collected(struct lower *l, struct operand *operand, size_t begin, size_t *end)
{
	int nodes = l->problem->net.nodes;
	struct extent to;

	for (int v = 0; v < nodes; v++)
		operand[v] = (struct operand){ v, collected(l, v, begin, end) };
	to = (struct extent){ lower_output_at(l, 0) + begin, *end - begin, OUTPUT };
	return nodes == 1 ? copy_only(l, to, operand->at)
			  : fold_in_bracket(l, operand, (size_t)nodes, to);
}

/* In place the first fold writes the result over the beginning of the input, and the own block
 * comes in later unless this is node 0. A block that the result covers is copied to scratch. */
static int save_own(struct lower *l, uint64_t own, size_t bytes)
{
	size_t in = lower_input_at(l, l->v), out = lower_output_at(l, 0);
	struct block_place place = { .block = own, .end = bytes, .space = SCRATCH };
	int error;

	if (!l->lowering->in_place || !l->v || !bytes || in >= out + bytes || out >= in + bytes)
		return 0;
	place.offset = lower_scratch(l, bytes);
	error = copy_only(l, extent_of(&place, 0, bytes), (struct extent){ in, bytes, INPUT });
	return error || !block_map_put(&l->places, place) ? error : -ENOMEM;
}

int lower_collected(struct lower *l)
{
	uint64_t own = semantics_block_from(l->problem, l->v, l->v);
	struct operand *operand = array_new((size_t)l->problem->net.nodes, sizeof *operand);
	size_t bytes = lower_bytes(l, own), end;
	int error = operand ? save_own(l, own, bytes) : -ENOMEM;

	for (size_t begin = 0; begin < bytes && !error; begin = end) {
		end = bytes;
		error = fold_collected(l, operand, begin, &end);
	}
	free(operand);
	return error;
}
