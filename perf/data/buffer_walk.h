/* Visits the buffers of nodes in chunks, and computes the bytes that belong in each chunk. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_DATA_BUFFER_WALK_H
#define PERF_DATA_BUFFER_WALK_H

#include "perf/data/reference_values.h"

enum {
	GUARD_BYTE = 0x5c
};

/* The source of a block of an output: block `block` of the input of node `from`. -1 means that the
 * blocks of nodes 0 ... nodes - 1 are folded. */
struct source {
	int from, block;
	int nodes; /* used if from is -1 */
};

/* Bytes begin ... end - 1 of a block, and the bytes that belong there. The expected bytes are kept
 * for the next node's buffer if the source is the same, as in all outputs of an all-reduce. */
struct chunk {
	struct source source;
	size_t begin, end;
	unsigned char expected[VALUE_CHUNK];
};

/* Handles a chunk of node v's buffer. The chunk lies at `at`, `offset` bytes
 * from the buffer's start. */
typedef void op(struct chunk *chunk, int v, unsigned char *at, size_t offset, void *context);

/* Calls op for all chunks of the inputs, or of the outputs, of `count`
 * nodes from node `first` on. */
struct walk_of {
	const struct pattern *pattern;
	int first, count;
	const struct pattern_buffers *buffers;
	bool input;
	op *op;
	void *context;
};
void pattern_walk(const struct walk_of *walk);

/* Returns the source of block i of node v's output, as grove.h promises for the collective. No
 * plan takes part in this. */
struct source source_of(const struct problem *problem, int v, int i);

/* Computes bytes begin ... end - 1 of the block at the source, at most VALUE_CHUNK bytes. */
void source_read(const struct pattern *pattern, struct source source, size_t begin, size_t end,
	unsigned char *to);

#endif
