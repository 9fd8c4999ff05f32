/* Finds where the chunks of blocks lie in the buffers of an MSCCL algorithm. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "analysis/msccl/msccl_chunks.h"
#include "base/array.h"
#include "base/error.h"
#include "plan/semantics.h"

static size_t common_divisor(size_t a, size_t b)
{
	while (b) {
		size_t rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

static void cut(struct msccl_chunks *chunks)
{
	const struct schedule *s = chunks->schedule;
	size_t chunk = s->bytes;

	for (size_t i = 0; i < s->ranges; i++)
		chunk = common_divisor(common_divisor(chunk, s->range[i].begin), s->range[i].end);
	chunks->chunk = chunk ? chunk : 1;
	chunks->per_block = chunk ? s->bytes / chunk : 0;
}

static int compare_blocks(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

/* Sorts the blocks of a node, each once. Returns their number. */
static size_t sort_once(uint64_t *block, size_t count)
{
	size_t kept = 0;

	qsort(block, count, sizeof *block, compare_blocks);
	for (size_t i = 0; i < count; i++)
		if (!kept || block[kept - 1] != block[i])
			block[kept++] = block[i];
	return kept;
}

/* Lists the blocks that each node gets. first_of counts the ranges of each node, then the blocks.
 * */
static void list_blocks(struct msccl_chunks *chunks)
{
	const struct schedule *s = chunks->schedule;
	size_t nodes = (size_t)s->problem.net.nodes, *first = chunks->block_first, kept = 0,
	       begin = 0;

	for (size_t k = 0; k < s->packets; k++)
		first[s->packet[k].to + 1] += s->packet[k].count;
	for (size_t v = 0; v < nodes; v++)
		first[v + 1] += first[v];
	for (size_t k = 0; k < s->packets; k++)
		for (uint32_t i = 0; i < s->packet[k].count; i++)
			chunks->block[first[s->packet[k].to]++] =
				s->range[s->packet[k].first + i].block;
	/* Each first[v] is now the end of node v's ranges. */
	for (size_t v = 0; v < nodes; v++) {
		size_t end = first[v], count = sort_once(chunks->block + begin, end - begin);

		memmove(chunks->block + kept, chunks->block + begin, count * sizeof *chunks->block);
		begin = end;
		first[v] = kept;
		kept += count;
	}
	first[nodes] = kept;
}

/* Finds the entry of a block that node v gets, or SIZE_MAX. */
static size_t entry_of(const struct msccl_chunks *chunks, int v, uint64_t block)
{
	const uint64_t *first = chunks->block + chunks->block_first[v];
	size_t count = chunks->block_first[v + 1] - chunks->block_first[v];
	const uint64_t *found = bsearch(&block, first, count, sizeof block, compare_blocks);

	return found ? (size_t)(found - chunks->block) : SIZE_MAX;
}

/* A broadcast begins in the output, where MSCCL has an input at the root. */
static int64_t input_of(const struct msccl_chunks *chunks, int v, uint64_t block)
{
	const struct problem *problem = &chunks->schedule->problem;

	if (problem->collective == BROADCAST)
		return v == problem->root ? 0 : -1;
	return semantics_input_index(problem, v, block);
}

static void note_arrivals(struct msccl_chunks *chunks)
{
	const struct schedule *s = chunks->schedule;

	for (size_t k = 0; k < s->packets; k++)
		for (uint32_t i = 0; i < s->packet[k].count; i++) {
			const struct range *range = &s->range[s->packet[k].first + i];
			size_t entry = entry_of(chunks, s->packet[k].to, range->block);

			for (size_t c = range->begin / chunks->chunk;
				c < range->end / chunks->chunk; c++)
				if (!chunks->first[entry * chunks->per_block + c])
					chunks->first[entry * chunks->per_block + c] =
						(uint32_t)k + 1;
		}
}

static void number_scratch(struct msccl_chunks *chunks)
{
	const struct problem *problem = &chunks->schedule->problem;

	for (int v = 0; v < problem->net.nodes; v++) {
		size_t number = 0;

		for (size_t i = chunks->block_first[v]; i < chunks->block_first[v + 1]; i++) {
			chunks->scratch[i] = number;
			number += semantics_output_index(problem, v, chunks->block[i]) < 0;
		}
	}
}

int msccl_chunks_find(struct msccl_chunks *chunks, const struct schedule *schedule)
{
	size_t blocks;

	*chunks = (struct msccl_chunks){ .schedule = schedule };
	cut(chunks);
	chunks->block_first = array_zeros((size_t)schedule->problem.net.nodes + 1, sizeof(size_t));
	chunks->block = array_new(schedule->ranges, sizeof *chunks->block);
	if (chunks->block_first && chunks->block) {
		list_blocks(chunks);
		blocks = chunks->block_first[schedule->problem.net.nodes];
		chunks->first = array_zeros(blocks * chunks->per_block, sizeof *chunks->first);
		chunks->scratch = array_zeros(blocks, sizeof *chunks->scratch);
	}
	if (!chunks->first || !chunks->scratch) {
		msccl_chunks_free(chunks);
		return why(ENOMEM, "no memory for the chunks of a plan");
	}
	note_arrivals(chunks);
	number_scratch(chunks);
	return 0;
}

void msccl_chunks_free(struct msccl_chunks *chunks)
{
	free(chunks->block_first);
	free(chunks->block);
	free(chunks->first);
	free(chunks->scratch);
	*chunks = (struct msccl_chunks){ 0 };
}

struct msccl_place msccl_place_after(
	const struct msccl_chunks *chunks, int v, uint64_t block, size_t chunk)
{
	int64_t out = semantics_output_index(&chunks->schedule->problem, v, block);
	size_t entry = entry_of(chunks, v, block);

	if (out >= 0)
		return (struct msccl_place){ 'o', (size_t)out * chunks->per_block + chunk };
	return (struct msccl_place){ 's', chunks->scratch[entry] * chunks->per_block + chunk };
}

struct msccl_place msccl_place_before(const struct msccl_chunks *chunks, int v, uint64_t block,
	size_t chunk, uint32_t k, bool sent)
{
	const struct packet *packet = chunks->schedule->packet;
	size_t entry = entry_of(chunks, v, block);
	uint32_t first = entry == SIZE_MAX ? 0 : chunks->first[entry * chunks->per_block + chunk];
	bool came = first && (sent ? packet[first - 1].step < packet[k].step : first - 1 < k);
	int64_t in = input_of(chunks, v, block);

	if (came || in < 0)
		return msccl_place_after(chunks, v, block, chunk);
	return (struct msccl_place){ 'i', (size_t)in * chunks->per_block + chunk };
}

size_t msccl_input_chunks(const struct msccl_chunks *chunks, int v)
{
	const struct problem *problem = &chunks->schedule->problem;

	if (problem->collective == BROADCAST)
		return chunks->per_block;
	return (size_t)semantics_input_blocks(problem, v) * chunks->per_block;
}

size_t msccl_output_chunks(const struct msccl_chunks *chunks, int v)
{
	return (size_t)semantics_output_blocks(&chunks->schedule->problem, v) * chunks->per_block;
}

size_t msccl_scratch_chunks(const struct msccl_chunks *chunks, int v)
{
	const struct problem *problem = &chunks->schedule->problem;
	size_t blocks = 0;

	for (size_t i = chunks->block_first[v]; i < chunks->block_first[v + 1]; i++)
		blocks += semantics_output_index(problem, v, chunks->block[i]) < 0;
	return blocks * chunks->per_block;
}

bool msccl_own_block(const struct msccl_chunks *chunks, int v, uint64_t *block)
{
	const struct problem *problem = &chunks->schedule->problem;

	if (problem->collective == BROADCAST) {
		*block = 0;
		return v == problem->root;
	}
	return semantics_own_block(problem, v, block);
}
