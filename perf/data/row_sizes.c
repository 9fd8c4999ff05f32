/* Blocks with sizes of their own: the rules by which a benchmark chooses sizes, and their
 * tables. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include "base/error.h"
#include "base/hash.h"
#include "perf/data/row_sizes.h"
#include "perf/data/buffer_walk.h"
#include "plan/semantics.h"

/* ---- Rules ---- */

const char *size_rule_text(char text[SIZE_RULE_TEXT], struct size_rule rule)
{
	if (rule.kind == SIZES_RANDOM)
		snprintf(text, SIZE_RULE_TEXT, "random:%u", rule.seed);
	else
		snprintf(text, SIZE_RULE_TEXT, "%s", size_rule_name(rule.kind));
	return text;
}

/* Returns a number from 0 to 2^32 - 1 for a block. */
static uint64_t random_of(uint32_t seed, int from, int to)
{
	uint64_t block = ((uint64_t)from << 16 << 5) + (uint64_t)to + 1;

	return hash_mix(((uint64_t)seed << 32) + block) >> 32;
}

size_t size_by_rule(const struct problem *problem, struct size_rule rule, size_t bytes,
	size_t element, int from, int to)
{
	bool by_origin = problem->collective == GATHER || problem->collective == ALLGATHER;
	size_t number = (size_t)(by_origin ? from : to), last = (size_t)problem->net.nodes - 1;
	size_t mean = bytes / element, size = mean;

	if (rule.kind == SIZES_LINEAR && last)
		size = mean / last * 2 * number + mean % last * 2 * number / last;
	if (rule.kind == SIZES_RANDOM) {
		uint64_t part = random_of(
			rule.seed, problem->collective == ALLTOALL ? from : 0, (int)number);

		size = (size_t)((double)part / 4294967296.0 * (2.0 * (double)mean + 1));
	}
	if (rule.kind == SIZES_ONE)
		size = number == last ? mean * (last + 1) : 0;
	return size * element;
}

/* ---- Tables ---- */

/* Fills in sizes and places of blocks. Returns the bytes of all. */
static size_t place(size_t *bytes, size_t *at, int blocks)
{
	size_t end = 0;

	for (int i = 0; i < blocks; i++) {
		at[i] = end;
		end += bytes[i];
	}
	return end;
}

static void fill_node(struct sized_buffers *node, const struct problem *problem, int v,
	size_function *size, const void *context)
{
	int in = semantics_input_blocks(problem, v), out = semantics_output_blocks(problem, v);

	for (int i = 0; i < in; i++)
		node->in_bytes[i] = size(context, collective_folds(problem->collective) ? 0 : v,
			in > 1 || problem->collective == SCATTER ? i : v);
	for (int i = 0; i < out; i++) {
		struct source source = source_of(problem, v, i);

		node->out_bytes[i] = size(context, source.from < 0 ? 0 : source.from, v);
	}
	node->input = place(node->in_bytes, node->in_at, in);
	node->output = place(node->out_bytes, node->out_at, out);
}

static size_t entries_of(const struct problem *problem)
{
	size_t entries = 0;

	for (int v = 0; v < problem->net.nodes; v++)
		entries += (size_t)semantics_input_blocks(problem, v) +
			   (size_t)semantics_output_blocks(problem, v);
	return entries;
}

/* Gives each node its part of the memory. */
static void share_memory(struct row_sizes *sizes, const struct problem *problem)
{
	size_t *next = sizes->memory;

	for (int v = 0; v < problem->net.nodes; v++) {
		size_t in = (size_t)semantics_input_blocks(problem, v);
		size_t out = (size_t)semantics_output_blocks(problem, v);

		sizes->node[v] = (struct sized_buffers){ next, next + in, next + 2 * in,
			next + 2 * in + out, 0, 0 };
		next += 2 * (in + out);
	}
}

int row_sizes_open(struct row_sizes **sizes, const struct problem *problem, size_function *size,
	const void *context)
{
	size_t entries = entries_of(problem);
	struct row_sizes *new = calloc(1, sizeof *new);

	*sizes = NULL;
	if (new) {
		new->node = calloc((size_t)problem->net.nodes, sizeof *new->node);
		new->memory = calloc(2 * entries + 1, sizeof *new->memory);
	}
	if (!new || !new->node || !new->memory) {
		row_sizes_close(new);
		return why(ENOMEM, "no memory for the sizes of %zu blocks", entries);
	}
	share_memory(new, problem);
	for (int v = 0; v < problem->net.nodes; v++)
		fill_node(&new->node[v], problem, v, size, context);
	*sizes = new;
	return 0;
}

void row_sizes_close(struct row_sizes *sizes)
{
	if (!sizes)
		return;
	free(sizes->node);
	free(sizes->memory);
	free(sizes);
}
