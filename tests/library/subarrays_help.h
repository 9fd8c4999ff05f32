/* Collectives of subarrays with random rows, strides and planes, and the serial result. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TESTS_LIBRARY_SUBARRAYS_HELP_H
#define TESTS_LIBRARY_SUBARRAYS_HELP_H

#include "tests/library/requests_help.h"

enum {
	NODES = 8,
	GUARD = 0xee /* bytes that no block has */
};

/* Who has how many blocks: '1' all nodes one, 'r' the root one, 'N' all nodes one for each node,
 * 'n' the root one for each node, '-' nobody. */
struct collective_case {
	const char *name;
	char in, out;
	bool folds, sized; /* sized: blocks may have sizes of their own */
	char in_place;	   /* 'i' the input, 'o' the output, 0: neither */
};

static const struct collective_case collectives[] = {
	{ "broadcast", '-', '1', false, false, 0 },
	{ "reduce", '1', 'r', true, false, 'i' },
	{ "scatter", 'n', '1', false, true, 'o' },
	{ "gather", '1', 'n', false, true, 'i' },
	{ "allgather", '1', 'N', false, true, 'i' },
	{ "reducescatter", 'N', '1', true, true, 0 },
	{ "allreduce", '1', '1', true, false, 'i' },
	{ "scan", '1', '1', true, false, 'i' },
	{ "exscan", '1', '1', true, false, 0 },
	{ "alltoall", 'N', 'N', false, true, 'i' },
	{ "permute", '1', '1', false, false, 0 },
};

enum {
	CASES = sizeof collectives / sizeof *collectives
};

struct trial {
	const struct collective_case *c;
	size_t bytes;
	int nodes, me, root;
	bool sized, in_place;
	uint32_t seed;
};

/* A buffer of a node, and what its bytes must be. */
struct side {
	struct grove_subarray block[NODES];
	size_t bytes[NODES];
	int blocks;
	bool described; /* else the blocks lie one after another, and the operation has no list */
	size_t whole;
	unsigned char *memory, *right;
};

static inline bool is(const struct trial *t, const char *name)
{
	return strcmp(t->c->name, name) == 0;
}

static inline uint32_t next_random(uint32_t *seed)
{
	*seed = *seed * 1664525 + 1013904223;
	return *seed >> 8;
}

/* ---- What blocks hold ---- */

static inline size_t size_of(const struct trial *t, int from, int to)
{
	int mixed = t->c->folds ? to : t->in_place ? from + to : from * 5 + to * 3;

	return t->sized ? t->bytes / 4 * (size_t)(mixed % 3) / 4 * 4 : t->bytes;
}

/* Writes the words of the sum of nodes first to last - 1; the last word may be cut. */
static inline void words_fill(unsigned char *block, size_t bytes, int first, int last, int to)
{
	for (size_t b = 0; b < bytes; b += 4) {
		uint32_t sum = 0;

		for (int from = first; from < last; from++)
			sum += (uint32_t)(from * 7919 + to * 104729 + 1) * 2654435761u +
			       (uint32_t)b * 97;
		memcpy(block + b, &sum, bytes - b < 4 ? bytes - b : 4);
	}
}

/* Where node v's block of a permutation goes: to the next node. */
static inline void permutation_fill(int *permutation, int nodes)
{
	for (int v = 0; v < nodes; v++)
		permutation[v] = (v + 1) % nodes;
}

static inline int blocks_of(const struct trial *t, char holders)
{
	bool root = t->me == t->root;

	switch (holders) {
	case '1':
		return 1;
	case 'r':
		return root;
	case 'N':
		return t->nodes;
	case 'n':
		return root ? t->nodes : 0;
	default:
		return 0;
	}
}

/* ---- Where blocks lie ---- */

static inline size_t place_of(const struct grove_subarray *s, size_t i)
{
	size_t row = i / s->bytes;

	return s->at + row / s->rows * s->plane_stride + row % s->rows * s->stride + i % s->bytes;
}

/* Cuts a block in rows of whole words, with gaps, and in two planes if the rows are even. */
static inline size_t rows_choose(struct grove_subarray *s, size_t at, size_t bytes, uint32_t *seed)
{
	static const size_t parts[] = { 1, 2, 3, 5, 6, 12 };
	size_t rows = parts[next_random(seed) % 6];

	*s = (struct grove_subarray){ .at = at, .bytes = bytes, .rows = 1 };
	if (!bytes || bytes % (4 * rows))
		return at + bytes;
	s->bytes = bytes / rows;
	s->rows = rows;
	s->stride = s->bytes + next_random(seed) % 3 * 7;
	if (rows % 2 == 0 && next_random(seed) % 2) {
		s->rows = rows / 2;
		s->planes = 2;
		s->plane_stride = s->rows * s->stride + next_random(seed) % 2 * 13;
	}
	return place_of(s, bytes - 1) + 1;
}

/* All blocks are columns of a matrix. */
static inline size_t columns_choose(struct side *side, size_t width)
{
	size_t rows = side->bytes[0] / width, count = (size_t)side->blocks;

	for (size_t k = 0; k < count; k++)
		side->block[k] = (struct grove_subarray){
			.at = k * width, .bytes = width, .rows = rows, .stride = count * width
		};
	return count * side->bytes[0];
}

static inline size_t blocks_choose(struct side *side, const struct trial *t, uint32_t *seed)
{
	uint32_t way = next_random(seed) % 4;
	size_t at = 0;

	side->described = way > 0;
	if (way == 1 && side->blocks && !t->sized && side->bytes[0] && side->bytes[0] % 8 == 0)
		return columns_choose(side, 8);
	for (int k = 0; k < side->blocks; k++) {
		if (side->described)
			at += next_random(seed) % 20;
		side->block[k] = (struct grove_subarray){ at, side->bytes[k], 1, 0, 0, 0 };
		at = side->described ? rows_choose(&side->block[k], at, side->bytes[k], seed)
				     : at + side->bytes[k];
	}
	return at;
}

static inline void side_open(struct side *side, const struct trial *t, uint32_t *seed)
{
	side->whole = blocks_choose(side, t, seed);
	side->memory = malloc(side->whole + 1);
	side->right = malloc(side->whole + 1);
	memset(side->memory, GUARD, side->whole + 1);
	memset(side->right, GUARD, side->whole + 1);
}

static inline bool side_close(struct side *side)
{
	bool right = !memcmp(side->memory, side->right, side->whole + 1);

	free(side->memory);
	free(side->right);
	return right;
}

/* Puts the sum of the blocks of nodes first to last - 1 at block k of a memory. */
static inline void block_put(
	unsigned char *memory, const struct side *side, int k, int first, int last, int to)
{
	FREED unsigned char *block = malloc(side->bytes[k] + 4);

	words_fill(block, side->bytes[k], first, last, to);
	for (size_t i = 0; i < side->bytes[k]; i++)
		memory[place_of(&side->block[k], i)] = block[i];
}

/* ---- The serial result ---- */

static inline void inputs_open(struct side *in, const struct trial *t, uint32_t *seed)
{
	in->blocks = blocks_of(t, t->c->in);
	for (int k = 0; k < in->blocks; k++)
		in->bytes[k] = size_of(t, t->me, in->blocks > 1 ? k : 0);
	side_open(in, t, seed);
	for (int k = 0; k < in->blocks; k++) {
		block_put(in->memory, in, k, t->me, t->me + 1, in->blocks > 1 ? k : 0);
		block_put(in->right, in, k, t->me, t->me + 1, in->blocks > 1 ? k : 0);
	}
}

/* The nodes whose blocks make block k of the output. */
static inline void origins(const struct trial *t, int k, int *first, int *last)
{
	if (t->c->folds) {
		*first = 0;
		*last = is(t, "scan") ? t->me + 1 : is(t, "exscan") ? t->me : t->nodes;
		return;
	}
	*first = is(t, "permute") ? (t->me + t->nodes - 1) % t->nodes : k;
	if (is(t, "broadcast") || is(t, "scatter"))
		*first = t->root;
	*last = *first + 1;
}

static inline void outputs_open(struct side *out, const struct trial *t, uint32_t *seed)
{
	bool own = is(t, "scatter") || is(t, "alltoall") || is(t, "reducescatter");
	bool begins = is(t, "broadcast") && t->me == t->root;
	int first, last, to = own ? t->me : 0;

	out->blocks = blocks_of(t, t->c->out);
	for (int k = 0; k < out->blocks; k++) {
		origins(t, k, &first, &last);
		out->bytes[k] = size_of(t, first, to);
	}
	side_open(out, t, seed);
	for (int k = 0; k < out->blocks; k++) {
		origins(t, k, &first, &last);
		if (first < last) /* exscan leaves node 0's output */
			block_put(out->right, out, k, first, last, to);
		if (begins)
			block_put(out->memory, out, k, first, last, to);
	}
}

#endif
