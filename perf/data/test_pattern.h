/* Makes inputs in which every byte tells its sender, and checks the output of each node. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_DATA_TEST_PATTERN_H
#define PERF_DATA_TEST_PATTERN_H

#include "grove.h"
#include "perf/data/row_sizes.h"

/* A problem with its bytes. Inputs are a function of (seed, node, block, byte), so no input is
 * stored. Elements that are folded are chosen so that the result is exact in any order: integers
 * wrap around, floats are small whole numbers, and powers of two for products. */
struct pattern {
	struct problem problem; /* the permutation is borrowed */
	int type;
	const struct grove_fold *fold; /* NULL where nothing is folded */
	size_t bytes;		       /* of a block, a multiple of the element */
	uint64_t seed;
	const struct row_sizes *sizes; /* NULL: each block has `bytes` bytes; borrowed */
};

/* Guard bytes after each buffer, where no node may write. */
enum {
	PATTERN_GUARD = 64
};

/* Return the bytes of node v's buffers, without guards. */
size_t pattern_input_bytes(const struct pattern *pattern, int v);
size_t pattern_output_bytes(const struct pattern *pattern, int v);

/* The buffers of a node; NULL for a buffer that the node does not have. */
struct pattern_buffers {
	unsigned char *in, *out;
};

/* The first wrong byte. */
struct wrong {
	bool found;
	bool input;    /* in the input, where no node may write; else in the output */
	bool guard;    /* beyond the end of the buffer */
	int node;      /* node whose buffer is wrong */
	size_t offset; /* in the buffer */
	unsigned got, expected;
	int from; /* node whose bytes belong there; -1: the fold of all nodes */
};

/* Fills the buffers of nodes first ... first + count - 1; buffers[0] belongs to node `first`.
 * Inputs get the nodes' values. Outputs get a wrong value in every byte, except where a collective
 * begins in the output (the root of broadcast and send). */
void pattern_fill(
	const struct pattern *pattern, int first, int count, const struct pattern_buffers *buffers);

/* Compares the buffers with the bytes that belong there after the collective. Returns true if all
 * bytes are right; else sets *wrong to the first wrong byte of the first wrong node. */
bool pattern_check(const struct pattern *pattern, int first, int count,
	const struct pattern_buffers *buffers, struct wrong *wrong);

/* Writes a text such as "node 3, byte 17 of its output: 0x4f where 0xa2 belongs, from node 5". */
void wrong_text(const struct wrong *wrong, char *text, size_t size);

#endif
