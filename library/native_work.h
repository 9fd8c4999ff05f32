/* The work of a process around its call of the library below: folds and copies for its nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LIBRARY_NATIVE_WORK_H
#define LIBRARY_NATIVE_WORK_H

#include "runtime/wire/carrier.h"

/* The buffers of a node in its call. */
struct native_buffers {
	const unsigned char *in;
	unsigned char *out;
};

/* Each process has as many nodes, and they follow one another. The process's own call has a block
 * for all of its nodes. Where these do not lie side by side, the blocks are in held memory. A
 * process of one node has the buffers of the node, and nothing to do around the call. */
struct native_work {
	const struct native_call *call; /* of each node */
	struct native_call own;
	const struct native_buffers *node; /* [nodes] */
	int nodes, process, processes;
	size_t block;	/* bytes, of a node's call */
	size_t in, out; /* bytes of held memory */
};

/* The threads of a process share the elements, each with its own number. */
struct thread_share {
	int thread, threads;
};

/* Returns the call that the process makes for a call of each of its `nodes` nodes. The buffers of
 * the result are NULL. */
struct native_call native_call_of_process(const struct native_call *call, int nodes);

/* Completes the struct, of which call, node, nodes, process and processes are set. Then held memory
 * must be given, of `in` and of `out` bytes. */
void native_work_open(struct native_work *work);
void native_work_hold(struct native_work *work, unsigned char *in, unsigned char *out);

/* The steps, in this order, with the call between `fold` and `give`. Pack and unpack only move
 * blocks from and to their nodes. */
void native_work_pack(const struct native_work *work);
void native_work_fold(const struct native_work *work, struct thread_share share);
void native_work_give(const struct native_work *work, struct thread_share share);
void native_work_unpack(const struct native_work *work);

#endif
