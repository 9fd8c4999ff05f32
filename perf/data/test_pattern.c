/* Fills buffers with bytes that tell their sender, and knows where the bytes must go. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "perf/data/buffer_walk.h"
#include "plan/semantics.h"

static int sender_to(const struct problem *problem, int v)
{
	int u = 0;

	while (problem->permutation[u] != v)
		u++;
	return u;
}

struct source source_of(const struct problem *problem, int v, int i)
{
	const struct collective_kind *kind = collective_kind(problem->collective);
	struct source source = { .from = i };

	if (kind->folds) {
		source.from = -1;
		source.nodes = collective_joins(problem->collective)
				       ? semantics_prefix(problem, v) + 1
				       : problem->net.nodes;
	} else if (kind->before == AT_ROOT)
		source.from = problem->root;
	else if (kind->aim == PERMUTATION)
		source.from = sender_to(problem, v);
	if (kind->after == AT_OWNER)
		source.block = v;
	return source;
}

void source_read(const struct pattern *pattern, struct source source, size_t begin, size_t end,
	unsigned char *to)
{
	unsigned char more[VALUE_CHUNK];

	reference_fill(pattern, source.from < 0 ? 0 : source.from, source.block, begin, end, to);
	for (int u = 1; source.from < 0 && u < source.nodes; u++) {
		reference_fill(pattern, u, source.block, begin, end, more);
		reference_combine(pattern, to, more, end - begin);
	}
}

size_t pattern_input_bytes(const struct pattern *pattern, int v)
{
	if (pattern->sizes)
		return pattern->sizes->node[v].input;
	return (size_t)semantics_input_blocks(&pattern->problem, v) * pattern->bytes;
}

size_t pattern_output_bytes(const struct pattern *pattern, int v)
{
	if (pattern->sizes)
		return pattern->sizes->node[v].output;
	return (size_t)semantics_output_blocks(&pattern->problem, v) * pattern->bytes;
}

/* Returns true if the collective begins in node v's output, as a broadcast does at the root. */
static bool begins_there(const struct problem *problem, int v)
{
	return v == problem->root && collective_in_output(problem->collective);
}

static void fill_input(struct chunk *chunk, int v, unsigned char *at, size_t offset, void *context)
{
	(void)v;
	(void)offset;
	(void)context;
	memcpy(at, chunk->expected, chunk->end - chunk->begin);
}

static void fill_output(struct chunk *chunk, int v, unsigned char *at, size_t offset, void *context)
{
	const struct pattern *pattern = context;
	unsigned char flip = begins_there(&pattern->problem, v) ? 0 : 0xff;

	(void)offset;
	for (size_t k = 0; k < chunk->end - chunk->begin; k++)
		at[k] = chunk->expected[k] ^ flip;
}

void pattern_fill(
	const struct pattern *pattern, int first, int count, const struct pattern_buffers *buffers)
{
	struct walk_of walk = { pattern, first, count, buffers, true, fill_input, NULL };

	pattern_walk(&walk);
	walk.input = false;
	walk.op = fill_output;
	walk.context = (void *)(uintptr_t)pattern;
	pattern_walk(&walk);
	for (int n = 0; n < count; n++) {
		if (buffers[n].in)
			memset(buffers[n].in + pattern_input_bytes(pattern, first + n), GUARD_BYTE,
				PATTERN_GUARD);
		if (buffers[n].out)
			memset(buffers[n].out + pattern_output_bytes(pattern, first + n),
				GUARD_BYTE, PATTERN_GUARD);
	}
}
