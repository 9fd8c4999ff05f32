/* Lays the blocks of a rank's nodes side by side, and brings the results back to the nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdint.h>
#include <string.h>
#include "base/error.h"
#include "library/machine/huge_pages.h"
#include "tool/mpi/rank_memory.h"

/* ---- The layout ---- */

static size_t bytes_until(const struct rank_memory *m, const struct session *s, int k, bool in)
{
	size_t bytes = 0;

	for (int v = m->first; v < m->first + k; v++)
		bytes += in ? pattern_input_bytes(&s->pattern, v)
			    : pattern_output_bytes(&s->pattern, v);
	return bytes;
}

unsigned char *rank_memory_in(const struct rank_memory *m, const struct session *s, int k)
{
	return m->in ? m->in + bytes_until(m, s, k, true) : NULL;
}

unsigned char *rank_memory_out(const struct rank_memory *m, const struct session *s, int k)
{
	return m->out ? m->out + bytes_until(m, s, k, false) : NULL;
}

static int map(struct rank_memory *m)
{
	size_t end = 0, in = buffer_place(&end, m->in_bytes),
	       out = buffer_place(&end, m->out_bytes), held = buffer_place(&end, m->held_bytes);

	m->mapped_bytes = end;
	m->mapped = huge_pages_map(end);
	if (!m->mapped)
		return -ENOMEM;
	m->in = (unsigned char *)m->mapped + in;
	m->out = (unsigned char *)m->mapped + out;
	m->held = (unsigned char *)m->mapped + held;
	return 0;
}

int rank_memory_open(struct rank_memory *m, const struct session *s, int rank, int ranks,
	const struct mpi_elements *elements)
{
	const struct pattern_buffers *node;
	int nodes = s->pattern.problem.net.nodes / ranks;

	*m = (struct rank_memory){ .first = rank * nodes, .nodes = nodes, .ranks = ranks };
	m->in_bytes = bytes_until(m, s, nodes, true);
	m->out_bytes = bytes_until(m, s, nodes, false);
	if (nodes > 1 && s->pattern.fold)
		m->held_bytes = pattern_input_bytes(&s->pattern, m->first);
	if (nodes > 1 || elements->bools || elements->gap)
		return map(m);
	node = &s->buffers.node[rank];
	m->in = node->in;
	m->out = node->out;
	return 0;
}

void rank_memory_close(struct rank_memory *m)
{
	huge_pages_unmap(m->mapped, m->mapped_bytes);
	*m = (struct rank_memory){ 0 };
}

/* ---- To the rank, and back to the nodes ---- */

static void copy(unsigned char *in_rank, unsigned char *in_node, size_t bytes, bool back)
{
	if (bytes)
		memcpy(back ? in_node : in_rank, back ? in_rank : in_node, bytes);
}

/* The blocks for rank j follow each other, first the blocks of the rank's first node. */
static void copy_to_all(const struct rank_memory *m, const struct session *s, int k)
{
	size_t run = (size_t)m->nodes * s->pattern.bytes;

	for (int j = 0; j < m->ranks; j++)
		copy(m->in + (size_t)(j * m->nodes + k) * run,
			s->buffers.node[m->first + k].in + (size_t)j * run, run, false);
}

static void copy_from_all(const struct rank_memory *m, const struct session *s, int k, bool back)
{
	size_t block = s->pattern.bytes;

	for (int v = 0; v < m->ranks * m->nodes; v++)
		copy(m->out + (size_t)(v * m->nodes + k) * block,
			s->buffers.node[m->first + k].out + (size_t)v * block, block, back);
}

static void copy_out(const struct rank_memory *m, const struct session *s, int k, bool back)
{
	if (s->pattern.problem.collective == ALLTOALL)
		copy_from_all(m, s, k, back);
	else
		copy(rank_memory_out(m, s, k), s->buffers.node[m->first + k].out,
			pattern_output_bytes(&s->pattern, m->first + k), back);
}

static void copy_in(const struct rank_memory *m, const struct session *s, int k)
{
	if (s->pattern.problem.collective == ALLTOALL)
		copy_to_all(m, s, k);
	else
		copy(rank_memory_in(m, s, k), s->buffers.node[m->first + k].in,
			pattern_input_bytes(&s->pattern, m->first + k), false);
}

void rank_memory_fill(
	const struct rank_memory *m, const struct session *s, const struct mpi_elements *elements)
{
	for (int k = 0; k < m->nodes && m->mapped; k++) {
		copy_in(m, s, k);
		copy_out(m, s, k, false);
	}
	for (size_t i = 0; i < m->in_bytes && elements->bools; i++)
		m->in[i] = m->in[i] != 0;
}

void rank_memory_return(
	const struct rank_memory *m, const struct session *s, const struct mpi_elements *elements)
{
	for (size_t end = elements->element; end <= m->out_bytes && elements->gap;
		end += elements->element)
		memset(m->out + end - elements->gap, 0, elements->gap);
	for (int k = 0; k < m->nodes && m->mapped; k++)
		copy_out(m, s, k, true);
}

/* ---- The state of the data ---- */

/* Begins a thread's share of a buffer, and sets *bytes to the bytes of the share. */
static void *share(unsigned char *at, size_t *bytes, int thread, int threads)
{
	size_t begin = *bytes / (size_t)threads * (size_t)thread;

	*bytes = thread == threads - 1 ? *bytes - begin : *bytes / (size_t)threads;
	return at ? at + begin : NULL;
}

void rank_memory_keep(const struct rank_memory *m, const struct session *s, int thread, int threads)
{
	const struct problem *problem = &s->pattern.problem;
	bool begins = collective_in_output(problem->collective) &&
		      problem->root / m->nodes == m->first / m->nodes;
	struct kept_memory kept = {
		.in_bytes = m->in_bytes, .out_bytes = m->out_bytes, .scratch_bytes = m->held_bytes
	};

	kept.in = share(m->in, &kept.in_bytes, thread, threads);
	kept.out = share(m->out, &kept.out_bytes, thread, threads);
	kept.scratch = share(m->held, &kept.scratch_bytes, thread, threads);
	if (begins) {
		kept.in = kept.out;
		kept.in_bytes = kept.out_bytes;
		kept.out_bytes = 0;
	}
	data_keep(&s->keeper, &kept);
	data_keep_end(&s->keeper);
}
