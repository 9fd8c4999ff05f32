/* Walks the buffers of a run of nodes in chunks, with what each chunk must hold. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_DATA_BUFFER_WALK_H
#define PERF_DATA_BUFFER_WALK_H

#include "perf/data/reference_values.h"

enum {
	GUARD_BYTE = 0x5c
};

/* Where a block of an output comes from: that block of node `from`'s input; -1: of all inputs. */
struct source {
	int from, block;
	int nodes; /* of all inputs: those of the nodes before this one */
};

/* Bytes of one buffer, and what must be there. Kept while the next one must hold the same, as all
 * outputs of an all-reduce do. */
struct chunk {
	struct source source;
	size_t begin, end;
	unsigned char expected[VALUE_CHUNK];
};

/* What is done with a chunk of node v's buffer, which stands at `offset` in it. */
typedef void op(struct chunk *chunk, int v, unsigned char *at, size_t offset, void *context);

/* Does it to all chunks of all blocks of the inputs, or of the outputs, of a run of nodes. */
struct walk_of {
	const struct pattern *pattern;
	int first, count;
	const struct pattern_buffers *buffers;
	bool input;
	op *op;
	void *context;
};
void pattern_walk(const struct walk_of *walk);

/* The reference: what each collective promises, from the words of grove.h alone. */
struct source source_of(const struct problem *problem, int v, int i);

/* Bytes begin ... end - 1 of that block, at most VALUE_CHUNK. */
void source_read(const struct pattern *pattern, struct source source, size_t begin, size_t end,
	unsigned char *to);

#endif
