/* Visits the buffers of nodes in chunks, and computes the bytes that belong in each chunk. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "perf/data/buffer_walk.h"
#include "plan/semantics.h"

enum {
	CHUNK = 4096
};

static void chunk_read(const struct pattern *pattern, struct chunk *chunk, struct source source)
{
	if (source.from == chunk->source.from && source.block == chunk->source.block &&
		source.nodes == chunk->source.nodes)
		return;
	chunk->source = source;
	source_read(pattern, source, chunk->begin, chunk->end, chunk->expected);
}

static void walk_chunk(const struct walk_of *walk, struct chunk *chunk, int i)
{
	const struct pattern *pattern = walk->pattern;
	size_t offset = (size_t)i * pattern->bytes + chunk->begin;

	chunk->source = (struct source){ -2, 0, 0 };
	for (int n = 0; n < walk->count; n++) {
		int v = walk->first + n;
		int blocks = walk->input ? semantics_input_blocks(&pattern->problem, v)
					 : semantics_output_blocks(&pattern->problem, v);

		struct source source = walk->input ? (struct source){ v, i, 0 }
						   : source_of(&pattern->problem, v, i);

		if (i >= blocks || (source.from < 0 && !source.nodes))
			continue; /* nothing comes to this buffer */
		chunk_read(pattern, chunk, source);
		walk->op(chunk, v,
			(walk->input ? walk->buffers[n].in : walk->buffers[n].out) + offset, offset,
			walk->context);
	}
}

static int walk_blocks(const struct walk_of *walk)
{
	const struct problem *problem = &walk->pattern->problem;
	int most = 0;

	for (int v = walk->first; v < walk->first + walk->count; v++) {
		int blocks = walk->input ? semantics_input_blocks(problem, v)
					 : semantics_output_blocks(problem, v);

		most = blocks > most ? blocks : most;
	}
	return most;
}

void pattern_walk(const struct walk_of *walk)
{
	int blocks = walk_blocks(walk);
	const struct pattern *pattern = walk->pattern;
	size_t element = reference_element(pattern);
	size_t piece = (element > CHUNK ? VALUE_CHUNK : CHUNK) / element * element;
	struct chunk chunk;

	for (int i = 0; i < blocks; i++)
		for (size_t begin = 0; begin < pattern->bytes; begin += piece) {
			chunk.begin = begin;
			chunk.end = pattern->bytes - begin < piece ? pattern->bytes : begin + piece;
			walk_chunk(walk, &chunk, i);
		}
}
