/* What every collective must leave in every buffer, in a few lines that know nothing of plans. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TESTS_REFERENCE_H
#define TESTS_REFERENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Byte i of node v's input. */
static inline unsigned char given(int v, size_t i)
{
	return (unsigned char)(v * 131 + (int)(i % 65521) * 7 + (int)(i >> 8) + 3);
}

static inline unsigned char given_sum(int nodes, size_t i)
{
	unsigned char sum = 0;

	for (int v = 0; v < nodes; v++)
		sum = (unsigned char)(sum + given(v, i));
	return sum;
}

struct case_of {
	const char *collective;
	int nodes, root, destination;
	size_t bytes;
	const int *permutation;
};

static inline bool is(const struct case_of *c, const char *name)
{
	return !strcmp(c->collective, name);
}

/* Blocks of a node's input and output. */
static inline size_t input_blocks(const struct case_of *c, int v)
{
	if (is(c, "broadcast") || is(c, "send") || is(c, "barrier"))
		return 0;
	if (is(c, "scatter"))
		return v == c->root ? (size_t)c->nodes : 0;
	return is(c, "alltoall") || is(c, "reducescatter") ? (size_t)c->nodes : 1;
}

static inline size_t output_blocks(const struct case_of *c, int v)
{
	if (is(c, "barrier") || (is(c, "exscan") && v == 0))
		return 0; /* node 0 of an exscan keeps what it had */
	if (is(c, "gather"))
		return v == c->root ? (size_t)c->nodes : 0;
	if (is(c, "reduce"))
		return v == c->root;
	if (is(c, "send"))
		return v == c->root || v == c->destination;
	return is(c, "alltoall") || is(c, "allgather") ? (size_t)c->nodes : 1;
}

/* Where what a node is left with comes from, found once for all its bytes. */
enum origin {
	THE_ROOT,
	SLICE_OF_THE_ROOT,
	EACH_NODE,
	SLICE_OF_EACH_NODE,
	THE_SUM,
	SLICE_OF_THE_SUM,
	SUM_UP_TO,
	THE_SENDER
};

static inline enum origin origin_of(const struct case_of *c)
{
	if (is(c, "broadcast") || is(c, "send"))
		return THE_ROOT;
	if (is(c, "scatter"))
		return SLICE_OF_THE_ROOT;
	if (is(c, "gather") || is(c, "allgather"))
		return EACH_NODE;
	if (is(c, "alltoall"))
		return SLICE_OF_EACH_NODE;
	if (is(c, "reducescatter"))
		return SLICE_OF_THE_SUM;
	if (is(c, "scan") || is(c, "exscan"))
		return SUM_UP_TO;
	return is(c, "reduce") || is(c, "allreduce") ? THE_SUM : THE_SENDER;
}

static inline int sender_to(const struct case_of *c, int v)
{
	int origin = 0;

	while (c->permutation[origin] != v)
		origin++;
	return origin;
}

/* Byte i of node v's output, u8 sums where something is combined. */
static inline unsigned char expected_from(
	enum origin origin, const struct case_of *c, int v, size_t i)
{
	size_t M = c->bytes, at = (size_t)v * M + i;

	switch (origin) {
	case THE_ROOT:
		return given(c->root, i);
	case SLICE_OF_THE_ROOT:
		return given(c->root, at);
	case EACH_NODE:
		return given((int)(i / M), i % M);
	case SLICE_OF_EACH_NODE:
		return given((int)(i / M), (size_t)v * M + i % M);
	case THE_SUM:
		return given_sum(c->nodes, i);
	case SUM_UP_TO:
		return given_sum(is(c, "scan") ? v + 1 : v, i);
	case SLICE_OF_THE_SUM:
		return given_sum(c->nodes, at);
	default:
		return given(sender_to(c, v), i);
	}
}

static inline unsigned char expected(const struct case_of *c, int v, size_t i)
{
	return expected_from(origin_of(c), c, v, i);
}

#endif
