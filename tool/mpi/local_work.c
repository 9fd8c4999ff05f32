/* Folds and copies the elements of a rank's nodes, around a collective of MPI. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "runtime/kernels/fold.h"
#include "tool/mpi/local_work.h"

unsigned char *in_of(const struct rank_work *w, int k)
{
	return rank_memory_in(&w->memory, w->session, k);
}

unsigned char *out_of(const struct rank_work *w, int k)
{
	return rank_memory_out(&w->memory, w->session, k);
}

/* ---- Each thread works on a share of the elements ---- */

static size_t begin_of(const struct rank_work *w, size_t bytes, int thread, int threads)
{
	return bytes / w->elements.element * (size_t)thread / (size_t)threads * w->elements.element;
}

/* Returns the number of bytes in this thread's share of `bytes` bytes, and sets *begin to the first
 * byte of the share. */
static size_t part_of(
	const struct rank_work *w, struct thread_share share, size_t bytes, size_t *begin)
{
	*begin = begin_of(w, bytes, share.thread, share.threads);
	return begin_of(w, bytes, share.thread + 1, share.threads) - *begin;
}

static void fold(const struct rank_work *w, unsigned char *to, const unsigned char *left,
	const unsigned char *right, size_t bytes)
{
	folding_apply(&w->session->plan->folding, to, left, right, bytes);
}

void fold_inputs(const struct rank_work *w, struct thread_share share)
{
	unsigned char *held = w->memory.held;
	size_t at, bytes = part_of(w, share, w->memory.held_bytes, &at);

	for (int k = 1; k < w->memory.nodes; k++)
		fold(w, held + at, k == 1 ? in_of(w, 0) + at : held + at, in_of(w, k) + at, bytes);
}

static bool begins_here(const struct rank_work *w)
{
	return w->rank == w->root && collective_in_output(w->session->pattern.problem.collective);
}

void copy_to_nodes(const struct rank_work *w, struct thread_share share)
{
	int from = begins_here(w) ? w->root_node : 0;
	size_t all = w->memory.out_bytes / (size_t)w->memory.nodes, at;
	size_t bytes = part_of(w, share, all, &at);

	for (int k = 0; k < w->memory.nodes; k++)
		if (k != from)
			memcpy(out_of(w, k) + at, out_of(w, from) + at, bytes);
}

void fold_prefixes(const struct rank_work *w, struct thread_share share)
{
	size_t at, bytes = part_of(w, share, w->memory.held_bytes, &at);

	if (w->memory.nodes > 1)
		memcpy(out_of(w, 0) + at, in_of(w, 0) + at, bytes);
	for (int k = 1; k < w->memory.nodes; k++)
		fold(w, out_of(w, k) + at, out_of(w, k - 1) + at, in_of(w, k) + at, bytes);
}

void join_prefixes(const struct rank_work *w, struct thread_share share)
{
	size_t at, bytes = part_of(w, share, w->memory.held_bytes, &at);

	for (int k = 0; k < w->memory.nodes && w->rank && w->memory.nodes > 1; k++)
		fold(w, out_of(w, k) + at, w->memory.held + at, out_of(w, k) + at, bytes);
}

/* The output of node k + 1 is the fold of nodes 0 to k, and `held` is the fold of all nodes. */
void fold_prefixes_before(const struct rank_work *w, struct thread_share share)
{
	size_t at, bytes = part_of(w, share, w->memory.held_bytes, &at);
	int last = w->memory.nodes - 1;

	if (!last)
		return;
	memcpy(out_of(w, 1) + at, in_of(w, 0) + at, bytes);
	for (int k = 1; k < last; k++)
		fold(w, out_of(w, k + 1) + at, out_of(w, k) + at, in_of(w, k) + at, bytes);
	fold(w, w->memory.held + at, out_of(w, last) + at, in_of(w, last) + at, bytes);
}

void join_prefixes_before(const struct rank_work *w, struct thread_share share)
{
	size_t at, bytes = part_of(w, share, w->memory.held_bytes, &at);

	for (int k = 1; k < w->memory.nodes && w->rank; k++)
		fold(w, out_of(w, k) + at, out_of(w, 0) + at, out_of(w, k) + at, bytes);
}
