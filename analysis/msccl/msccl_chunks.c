/* Finds where the chunks of blocks lie in the buffers of an MSCCL algorithm. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "analysis/msccl/msccl_chunks.h"
#include "base/arith.h"
#include "base/array.h"
#include "base/error.h"
#include "plan/semantics.h"

static void cut(struct msccl_chunks *chunks)
{
	const struct schedule *s = chunks->schedule;
	size_t chunk = s->bytes;

	for (size_t i = 0; i < s->ranges; i++)
		chunk = common_divisor(common_divisor(chunk, s->range[i].begin), s->range[i].end);
	chunks->chunk = chunk ? chunk : 1;
	chunks->per_block = chunk ? s->bytes / chunk : 0;
}

static int compare_gets(const void *a, const void *b)
{
	const struct msccl_get *x = a, *y = b;

	if (x->node != y->node)
		return x->node < y->node ? -1 : 1;
	return x->block < y->block ? -1 : x->block > y->block;
}

/* Lists the blocks that each node gets, each once, and numbers those that lie in scratch. */
static void list_gets(struct msccl_chunks *chunks)
{
	const struct schedule *s = chunks->schedule;
	struct msccl_get *get = chunks->get;
	size_t all = 0;

	for (size_t k = 0; k < s->packets; k++)
		for (uint32_t i = 0; i < s->packet[k].count; i++)
			get[all++] = (struct msccl_get){ .node = s->packet[k].to,
				.block = s->range[s->packet[k].first + i].block };
	qsort(get, all, sizeof *get, compare_gets);
	for (size_t i = 0; i < all; i++) {
		struct msccl_get *last = chunks->gets ? &get[chunks->gets - 1] : NULL,
				 next = get[i];

		if (last && !compare_gets(last, &next))
			continue;
		next.scratch = chunks->scratch[next.node];
		chunks->scratch[next.node] +=
			semantics_output_index(&s->problem, next.node, next.block) < 0;
		get[chunks->gets++] = next;
	}
}

/* Finds the entry of a block that node v gets, or NULL. */
static const struct msccl_get *get_of(const struct msccl_chunks *chunks, int v, uint64_t block)
{
	const struct msccl_get asked = { .node = v, .block = block };

	return bsearch(&asked, chunks->get, chunks->gets, sizeof asked, compare_gets);
}

/* Returns 1 + the first packet that brings a chunk, or 0. */
static uint32_t *first_of(
	const struct msccl_chunks *chunks, const struct msccl_get *get, size_t chunk)
{
	return &chunks->first[(size_t)(get - chunks->get) * chunks->per_block + chunk];
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

	for (size_t k = s->packets; k > 0; k--)
		for (uint32_t i = 0; i < s->packet[k - 1].count; i++) {
			const struct range *range = &s->range[s->packet[k - 1].first + i];
			const struct msccl_get *get =
				get_of(chunks, s->packet[k - 1].to, range->block);

			for (size_t c = range->begin / chunks->chunk;
				c < range->end / chunks->chunk; c++)
				*first_of(chunks, get, c) = (uint32_t)k;
		}
}

int msccl_chunks_find(struct msccl_chunks *chunks, const struct schedule *schedule)
{
	*chunks = (struct msccl_chunks){ .schedule = schedule };
	cut(chunks);
	chunks->get = array_new(schedule->ranges, sizeof *chunks->get);
	chunks->scratch = array_zeros((size_t)schedule->problem.net.nodes, sizeof(size_t));
	if (chunks->get && chunks->scratch) {
		list_gets(chunks);
		chunks->first =
			array_zeros(chunks->gets * chunks->per_block, sizeof *chunks->first);
	}
	if (!chunks->first) {
		msccl_chunks_free(chunks);
		return why(ENOMEM, "no memory for the chunks of a plan");
	}
	note_arrivals(chunks);
	return 0;
}

void msccl_chunks_free(struct msccl_chunks *chunks)
{
	free(chunks->get);
	free(chunks->first);
	free(chunks->scratch);
	*chunks = (struct msccl_chunks){ 0 };
}

struct msccl_place msccl_place_after(
	const struct msccl_chunks *chunks, int v, uint64_t block, size_t chunk)
{
	int64_t out = semantics_output_index(&chunks->schedule->problem, v, block);

	if (out >= 0)
		return (struct msccl_place){ 'o', (size_t)out * chunks->per_block + chunk };
	return (struct msccl_place){ 's',
		get_of(chunks, v, block)->scratch * chunks->per_block + chunk };
}

struct msccl_place msccl_place_before(const struct msccl_chunks *chunks, int v, uint64_t block,
	size_t chunk, uint32_t k, bool sent)
{
	const struct packet *packet = chunks->schedule->packet;
	const struct msccl_get *get = get_of(chunks, v, block);
	uint32_t first = get ? *first_of(chunks, get, chunk) : 0;
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
	return chunks->scratch[v] * chunks->per_block;
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
