/* Patterns: input of which every byte tells who sent it, and what each node must have in the end. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_DATA_TEST_PATTERN_H
#define PERF_DATA_TEST_PATTERN_H

#include "grove.h"
#include "plan/problem.h"

/* A problem with its bytes. Inputs are a function of (seed, node, block, byte), so nothing is
 * stored. Folded elements are such that the result is exact in any order: integers wrap around;
 * floats are small whole numbers, or for products powers of two. */
struct pattern {
	struct problem problem; /* the permutation is borrowed */
	enum grove_type type;
	const struct grove_fold *fold; /* NULL where nothing is folded */
	size_t bytes;		       /* of one block, a multiple of the element */
	uint64_t seed;
};

/* Behind each buffer there are so many bytes more, which nobody may touch. */
enum {
	PATTERN_GUARD = 64
};

/* Bytes of node v's buffers, without guards. */
size_t pattern_input_bytes(const struct pattern *pattern, int v);
size_t pattern_output_bytes(const struct pattern *pattern, int v);

/* One node's buffers; NULL where it has none. */
struct pattern_buffers {
	unsigned char *in, *out;
};

/* The first byte that is not what it must be. */
struct wrong {
	bool found;
	bool input;    /* in the input, which nobody may write; else in the output */
	bool guard;    /* behind the end of that buffer */
	int node;      /* whose buffer */
	size_t offset; /* in it */
	unsigned got, expected;
	int from; /* the node whose bytes belong there; -1: of all, combined */
};

/* Fills the buffers of nodes first ... first + count - 1 (buffers[0] is those of `first`): inputs
 * with what they send, outputs with what is wrong in every byte, except where a collective begins
 * in its output (the root of broadcast and send). */
void pattern_fill(
	const struct pattern *pattern, int first, int count, const struct pattern_buffers *buffers);

/* Compares them with what they must hold after the collective. True when all is right; else the
 * first wrong byte of the first wrong node. */
bool pattern_check(const struct pattern *pattern, int first, int count,
	const struct pattern_buffers *buffers, struct wrong *wrong);

/* The reference: bytes begin ... end - 1 of block i of node v's output, as they must be; begin is a
 * multiple of the element. Returns the node that they come from, -1: from all. */
int pattern_expect(const struct pattern *pattern, int v, int i, size_t begin, size_t end,
	unsigned char *expected);

/* "node 3, byte 17 of the output: 0x4f where 0xa2 belongs, from node 5". */
void wrong_text(const struct wrong *wrong, char *text, size_t size);

#endif
