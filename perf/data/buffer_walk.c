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

/* A block of a node's buffer. */
struct walked_block {
	size_t at, bytes;
};

static struct walked_block place_of(const struct walk_of *walk, int v, int i)
{
	const struct pattern *pattern = walk->pattern;
	const struct sized_buffers *node = pattern->sizes ? &pattern->sizes->node[v] : NULL;

	if (!node)
		return (struct walked_block){ (size_t)i * pattern->bytes, pattern->bytes };
	return walk->input ? (struct walked_block){ node->in_at[i], node->in_bytes[i] }
			   : (struct walked_block){ node->out_at[i], node->out_bytes[i] };
}

static int blocks_of(const struct walk_of *walk, int v)
{
	const struct problem *problem = &walk->pattern->problem;

	return walk->input ? semantics_input_blocks(problem, v)
			   : semantics_output_blocks(problem, v);
}

/* Handles the bytes of block i from chunk->begin on, `piece` at most, of all nodes. */
static void walk_chunk(const struct walk_of *walk, struct chunk *chunk, int i, size_t piece)
{
	const struct pattern *pattern = walk->pattern;

	chunk->source = (struct source){ -2, 0, 0 };
	for (int n = 0; n < walk->count; n++) {
		int v = walk->first + n;
		struct source source = walk->input ? (struct source){ v, i, 0 }
						   : source_of(&pattern->problem, v, i);
		struct walked_block place =
			i < blocks_of(walk, v) ? place_of(walk, v, i) : (struct walked_block){ 0 };

		if (place.bytes <= chunk->begin || (source.from < 0 && !source.nodes))
			continue; /* nothing comes to this buffer */
		place.bytes -= chunk->begin;
		chunk->end = chunk->begin + (place.bytes < piece ? place.bytes : piece);
		place.at += chunk->begin;
		chunk_read(pattern, chunk, source);
		walk->op(chunk, v,
			(walk->input ? walk->buffers[n].in : walk->buffers[n].out) + place.at,
			place.at, walk->context);
	}
}

/* Returns the bytes of the largest block i. */
static size_t largest_block(const struct walk_of *walk, int i)
{
	size_t most = 0;

	for (int v = walk->first; v < walk->first + walk->count; v++)
		if (i < blocks_of(walk, v) && place_of(walk, v, i).bytes > most)
			most = place_of(walk, v, i).bytes;
	return most;
}

static int walk_blocks(const struct walk_of *walk)
{
	int most = 0;

	for (int v = walk->first; v < walk->first + walk->count; v++)
		most = blocks_of(walk, v) > most ? blocks_of(walk, v) : most;
	return most;
}

void pattern_walk(const struct walk_of *walk)
{
	int blocks = walk_blocks(walk);
	size_t element = reference_element(walk->pattern);
	size_t piece = (element > CHUNK ? VALUE_CHUNK : CHUNK) / element * element;
	struct chunk chunk;

	for (int i = 0; i < blocks; i++) {
		size_t most = largest_block(walk, i);

		for (chunk.begin = 0; chunk.begin < most; chunk.begin += piece)
			walk_chunk(walk, &chunk, i, piece);
	}
}
