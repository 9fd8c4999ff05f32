/* Problems in which each block has a size of its own: sizes, buffers and the serial result. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TESTS_SIZED_HELP_H
#define TESTS_SIZED_HELP_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "grove.h"

enum {
	MOST = 16, /* nodes */
	GAP = 24   /* between blocks that have places */
};

enum kind {
	SCATTERV,
	GATHERV,
	ALLGATHERV,
	ALLTOALLV,
	REDUCESCATTERV,
	KINDS
};

static const char *const names[] = { "scatter", "gather", "allgather", "alltoall",
	"reducescatter" };

enum shape {
	SPARSE, /* half of the blocks are empty */
	SKEWED, /* one block is large */
	EMPTY,
	EQUAL,
	SHAPES,
	TINY = SHAPES /* fewer bytes than a block has parts */
};

/* A node's buffers. A block that the node does not have is not in the lists. */
struct side {
	size_t bytes[MOST], at[MOST], whole;
};

struct problem_of_sizes {
	const char *network;
	enum kind kind;
	int nodes, root;
	bool placed;		       /* blocks have places, in reverse order and with gaps */
	const struct grove_plan *plan; /* NULL: by verbs */
	size_t size[MOST][MOST];       /* of the block from a node to a node */
	struct side in[MOST], out[MOST];
};

static inline uint32_t random_next(uint32_t *seed)
{
	*seed = *seed * 1664525 + 1013904223;
	return *seed >> 8;
}

static inline uint32_t value(int from, int to, size_t k)
{
	return (uint32_t)(from * 7919 + to * 104729 + 1) * 2654435761u + (uint32_t)k * 97;
}

/* Fills a block with the words of the sum of nodes first to last - 1; the last word may be cut. */
static inline void fill(unsigned char *block, size_t bytes, int first, int last, int to)
{
	for (size_t b = 0; b < bytes; b += 4) {
		uint32_t sum = 0;

		for (int from = first; from < last; from++)
			sum += value(from, to, b);
		memcpy(block + b, &sum, bytes - b < 4 ? bytes - b : 4);
	}
}

/* ---- Sizes ---- */

static inline size_t size_of(enum shape shape, uint32_t *seed)
{
	if (shape == EMPTY)
		return 0;
	if (shape == EQUAL)
		return 40;
	if (shape == TINY)
		return random_next(seed) % 4;
	return random_next(seed) % 2 ? 0 : random_next(seed) % 240;
}

/* In a scatter only the root sends, in a gather and an allgather each node sends the same to all,
 * and in a reduction the nodes have contributions of the same size. */
static inline void choose_sizes(struct problem_of_sizes *p, enum shape shape, uint32_t seed)
{
	for (int u = 0; u < p->nodes; u++)
		for (int v = 0; v < p->nodes; v++)
			p->size[u][v] = size_of(shape, &seed);
	if (shape == SKEWED)
		for (int v = 0; v < p->nodes; v++)
			p->size[p->nodes / 2][v] = p->size[v][p->nodes / 2] = 200000;
	for (int u = 0; u < p->nodes; u++)
		for (int v = 0; v < p->nodes; v++) {
			if (p->kind == GATHERV || p->kind == ALLGATHERV)
				p->size[u][v] = p->size[u][0];
			if (p->kind == REDUCESCATTERV)
				p->size[u][v] = p->size[0][v] / 4 * 4;
		}
}

static inline bool sends(const struct problem_of_sizes *p, int u)
{
	return p->kind != SCATTERV || u == p->root;
}

static inline bool receives(const struct problem_of_sizes *p, int v)
{
	return p->kind != GATHERV || v == p->root;
}

static inline int inputs(const struct problem_of_sizes *p, int u)
{
	bool one = p->kind == GATHERV || p->kind == ALLGATHERV;

	return one ? 1 : sends(p, u) ? p->nodes : 0;
}

static inline int outputs(const struct problem_of_sizes *p, int v)
{
	bool one = p->kind == SCATTERV || p->kind == REDUCESCATTERV;

	return one ? 1 : receives(p, v) ? p->nodes : 0;
}

static inline size_t input_size(const struct problem_of_sizes *p, int u, int k)
{
	return p->size[u][p->kind == GATHERV ? p->root : k];
}

static inline size_t output_size(const struct problem_of_sizes *p, int v, int k)
{
	int from = p->kind == SCATTERV ? p->root : p->kind == REDUCESCATTERV ? 0 : k;

	return p->size[from][v];
}

/* ---- The serial result ---- */

static inline void fill_expected(
	const struct problem_of_sizes *p, int v, int k, unsigned char *block, size_t bytes)
{
	bool personal = p->kind == SCATTERV || p->kind == ALLTOALLV;
	int from = p->kind == SCATTERV ? p->root : k;

	if (p->kind == REDUCESCATTERV)
		fill(block, bytes, 0, p->nodes, v);
	else
		fill(block, bytes, from, from + 1, personal ? v : 0);
}

#endif
