/* Folds and copies the blocks of a process's nodes around one call of the library below. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "library/native_work.h"
#include "runtime/kernels/fold.h"

/* ---- The call of the process ---- */

static size_t block_of(const struct native_call *call)
{
	return call->count * (call->fold ? type_bytes(call->type) : 1);
}

struct native_call native_call_of_process(const struct native_call *call, int nodes)
{
	struct native_call own = *call;

	own.in = NULL;
	own.out = NULL;
	switch (call->collective) {
	case SCATTER:
	case GATHER:
	case ALLGATHER:
	case REDUCESCATTER:
		own.count *= (size_t)nodes;
		break;
	case ALLTOALL:
		own.count *= (size_t)nodes * (size_t)nodes;
		break;
	case SCAN: /* the fold of all processes before */
		own.collective = nodes > 1 ? EXSCAN : SCAN;
		break;
	default:
		break;
	}
	return own;
}

/* Finds the bytes of the process's input and output in held memory. The library writes to a node
 * what a node gets as it is; in shared memory only the process that works may write so. */
static void sizes_find(struct native_work *w)
{
	size_t each = block_of(&w->own), all = each * (size_t)w->processes;

	w->in = each;
	w->out = w->call->shared ? each : 0;
	switch (w->call->collective) {
	case BARRIER:
	case BROADCAST:
		w->in = 0;
		break;
	case SCATTER:
		w->in = 0;
		w->out = each;
		break;
	case GATHER:
	case ALLGATHER:
		w->out = w->call->shared ? all : 0;
		break;
	case REDUCESCATTER:
		w->in = all;
		w->out = each;
		break;
	case ALLTOALL:
		w->in = w->out = all;
		break;
	case SCAN:
	case EXSCAN:
		w->out = 2 * each;
		break;
	default:
		break;
	}
}

void native_work_open(struct native_work *w)
{
	w->own = native_call_of_process(w->call, w->nodes);
	w->block = block_of(w->call);
	w->in = w->out = 0;
	if (w->nodes > 1)
		sizes_find(w);
}

static const struct native_buffers *root_of(const struct native_work *w)
{
	int root = w->call->root_node - w->process * w->nodes;

	return root >= 0 && root < w->nodes ? &w->node[root] : NULL;
}

void native_work_hold(struct native_work *w, unsigned char *in, unsigned char *out)
{
	const struct native_buffers *root = root_of(w), *first = w->node;
	bool at_root = root && collective_names_root(w->call->collective);

	w->own.in = w->in ? in : at_root ? root->in : first->in;
	w->own.out = w->out ? out : at_root ? root->out : first->out;
	if (w->call->collective == BROADCAST && root)
		w->own.out = root->out;
}

/* ---- Blocks that are moved ---- */

/* The blocks for a process follow one another, those of the first node first. */
static void pack_all(const struct native_work *w, unsigned char *to, bool back)
{
	size_t nodes = (size_t)w->nodes, block = w->block;

	for (size_t p = 0; p < (size_t)w->processes; p++)
		for (size_t k = 0; k < nodes; k++)
			for (size_t l = 0; l < nodes; l++, to += block)
				if (back) /* node k of process p sent this to node l here */
					memcpy(w->node[l].out + (p * nodes + k) * block, to, block);
				else
					memcpy(to, w->node[k].in + (p * nodes + l) * block, block);
}

void native_work_pack(const struct native_work *w)
{
	unsigned char *held = w->in ? (unsigned char *)(uintptr_t)w->own.in : NULL;

	if (held && w->call->collective == ALLTOALL)
		pack_all(w, held, false);
	else if (held && !w->call->fold)
		for (int k = 0; k < w->nodes; k++)
			memcpy(held + (size_t)k * w->block, w->node[k].in, w->block);
}

void native_work_unpack(const struct native_work *w)
{
	const struct native_buffers *root = root_of(w);
	const unsigned char *got = w->own.out;

	if (!w->out)
		return;
	switch (w->call->collective) {
	case ALLTOALL:
		pack_all(w, w->own.out, true);
		break;
	case SCATTER:
	case REDUCESCATTER:
		for (int k = 0; k < w->nodes; k++, got += w->block)
			memcpy(w->node[k].out, got, w->block);
		break;
	case GATHER:
	case REDUCE:
		if (root)
			memcpy(root->out, got, w->out);
		break;
	default:
		break;
	}
}

/* ---- Elements that are shared among threads ---- */

/* Returns the bytes of a thread's share, and sets *at to the first of them. */
static size_t share_of(
	const struct native_work *w, struct thread_share share, size_t bytes, size_t *at)
{
	size_t element = w->call->fold ? type_bytes(w->call->type) : 1, count = bytes / element,
	       threads = (size_t)share.threads, thread = (size_t)share.thread;
	size_t end = count * (thread + 1) / threads * element;

	*at = count * thread / threads * element;
	return end - *at;
}

void native_work_fold(const struct native_work *w, struct thread_share share)
{
	unsigned char *held = (unsigned char *)(uintptr_t)w->own.in;
	size_t at, bytes = share_of(w, share, w->in, &at);

	for (int k = 1; k < w->nodes && w->call->fold; k++)
		folding_apply(w->call->folding, held + at, (k == 1 ? w->node[0].in : held) + at,
			w->node[k].in + at, bytes);
}

static void copy_to_nodes(const struct native_work *w, size_t all, struct thread_share share)
{
	const unsigned char *from = w->own.out;
	size_t at, bytes = share_of(w, share, all, &at);

	for (int k = 0; k < w->nodes; k++)
		if (w->node[k].out != from)
			memcpy(w->node[k].out + at, from + at, bytes);
}

/* `before` is the fold of all nodes before, or NULL. */
static void fold_after(const struct native_work *w, unsigned char *to, const unsigned char *before,
	const unsigned char *in, size_t bytes)
{
	if (before)
		folding_apply(w->call->folding, to, before, in, bytes);
	else
		memcpy(to, in, bytes);
}

/* The process's output is the fold of all processes before, if there are any. */
static const unsigned char *before_process(const struct native_work *w, size_t at)
{
	return w->process ? (const unsigned char *)w->own.out + at : NULL;
}

static void give_prefixes(const struct native_work *w, struct thread_share share)
{
	size_t at, bytes = share_of(w, share, w->block, &at);
	const unsigned char *before = before_process(w, at);

	for (int k = 0; k < w->nodes; k++) {
		fold_after(w, w->node[k].out + at, before, w->node[k].in + at, bytes);
		before = w->node[k].out + at;
	}
}

/* A node's input may be its output. */
static void give_prefixes_before(const struct native_work *w, struct thread_share share)
{
	size_t at, bytes = share_of(w, share, w->block, &at);
	const unsigned char *before = before_process(w, at);

	for (int k = 0; k < w->nodes; k++) {
		unsigned char *held = (unsigned char *)w->own.out + at,
			      *next = before == held ? held + w->block : held;

		if (k + 1 < w->nodes)
			fold_after(w, next, before, w->node[k].in + at, bytes);
		if (before)
			memcpy(w->node[k].out + at, before, bytes);
		before = next;
	}
}

void native_work_give(const struct native_work *w, struct thread_share share)
{
	if (w->nodes == 1)
		return;
	switch (w->call->collective) {
	case BROADCAST:
	case ALLREDUCE:
		copy_to_nodes(w, w->block, share);
		break;
	case ALLGATHER:
		copy_to_nodes(w, (size_t)w->processes * (size_t)w->nodes * w->block, share);
		break;
	case SCAN:
		give_prefixes(w, share);
		break;
	case EXSCAN:
		give_prefixes_before(w, share);
		break;
	default:
		break;
	}
}
