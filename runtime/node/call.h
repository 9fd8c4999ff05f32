/* A call is a node's part of a collective; bodies make calls. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_NODE_CALL_H
#define RUNTIME_NODE_CALL_H

#include "plan/program/program.h"
#include "runtime/kernels/fold.h"

struct team;
struct node;	   /* a node; belongs to one thread at a time */
struct worker;	   /* a thread of the team, with a run of nodes */
struct grove_node; /* a node, as an application sees it */

/* Bodies return 0 or an error, which fails the team. */
typedef int worker_body(struct worker *me, void *argument);
typedef int node_body(struct node *me, void *argument);
typedef int outer_body(struct grove_node *me, void *argument); /* an application's */

enum {
	BY_REFERENCE = 1 /* a bit that folding_word leaves free */
};

/* A block of a node's buffer, where each block has a size of its own. */
struct sized_block {
	unsigned char *address;
	size_t bytes;
};

/* A node's part of a collective. */
struct call {
	const struct program *program;
	const void *input;
	void *output;
	/* for programs of sized blocks: the blocks of input and output, which other nodes may read
	 * until the call ends */
	const struct sized_block *blocks[2];
	const struct folding *folding; /* NULL when nothing is folded */
	uint64_t fingerprint;	       /* of all arguments that must agree */
	const char *name;	       /* for messages: "allreduce"; static storage */
	size_t bytes;		       /* for messages; SIZE_MAX: each block has its own size */
	int root, destination;	       /* for messages; none: -1 and 0; a destination is node + 1 */
	uint64_t how;		       /* for messages: folding_word, and BY_REFERENCE */
	struct native_choice *native;  /* the library's (native_choice.h); NULL: always a program */
};

#endif
