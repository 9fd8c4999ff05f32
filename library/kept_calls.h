/* Kept calls are prepared calls of a thread's nodes, found again by the arguments of a verb. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LIBRARY_KEPT_CALLS_H
#define LIBRARY_KEPT_CALLS_H

#include "library/plan_cache.h"

/* The arguments of a verb. */
struct verb_request {
	enum collective collective;
	const void *in;
	void *out;
	size_t count; /* elements, or bytes */
	bool typed;
	int type;
	const struct grove_fold *fold;
	int root;
	const int *permutation;
};

/* Prepares the call of a verb. Returns 0, -EINVAL or -ENOMEM with why. (verbs.c) */
int verb_prepare(struct node *me, const struct verb_request *r, struct call *call);

/* Carries out a verb of a node that may block. Returns 0, or -errno with why. (verbs.c) */
int verb_call(struct node *me, const struct verb_request *r);

/* A verb with the arguments of an earlier call finds that call prepared. The buffers may differ;
 * only the buffers are checked again. A permutation is compared by its numbers, as the caller may
 * have changed the array; once in an operation where nodes of a thread share an array, as all nodes
 * of an operation have the same permutation.
 *
 * The nodes of a thread share a table: their calls differ only in programs and buffers. A call of
 * one node after another then touches a single entry and neighbouring words, where a table for each
 * node would lie on other pages for each node. */
struct kept_call {
	enum collective collective;
	int type;
	size_t count;
	int root;
	bool in_place;
	struct grove_fold fold; /* by value: the caller may reuse the memory */
	int *permutation;	/* a copy, or NULL */
	/* Another node of the thread has compared the caller's array in this operation. */
	const int *array;
	uint64_t operation;
	struct call call; /* name NULL: an empty entry; program and buffers: of the last caller */
};

struct kept_calls {
	int nodes;			/* of the thread */
	int all;			/* nodes of the team */
	const struct program **program; /* [KEPT_CALLS * nodes]; NULL: the node is not prepared */
	struct kept_call call[KEPT_CALLS];
};

/* Makes a table for each thread of the team: `thread_kept` of its nodes. Returns 0 or -ENOMEM. */
int kept_calls_open(struct cached_team *kept);
void kept_calls_free(struct cached_team *kept);

/* Returns the prepared call of that node of the thread for such a request, or NULL. The
 * call holds until another node of the thread asks; its buffers are the last caller's. */
struct call *kept_call_find(
	struct kept_calls *calls, const struct verb_request *r, const struct node *me);

/* Keeps a call of that node. Without memory for the permutation nothing is kept. */
void kept_call_set(struct kept_calls *calls, const struct verb_request *r, const struct node *me,
	const struct call *call);

/* Forgets all calls of that node by the program. */
void kept_calls_forget(
	struct kept_calls *calls, const struct node *me, const struct program *program);

#endif
