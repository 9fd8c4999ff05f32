/* The programs of nodes: each is made for a node, and freed when no call needs it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LIBRARY_NODE_PROGRAM_H
#define LIBRARY_NODE_PROGRAM_H

#include "library/library_internal.h"

/* The call for which a program is made, besides the plan and the node. */
struct program_use {
	size_t bytes; /* of a block; of the largest of several sizes */
	int root;
	bool in_place;
	bool by_call;			 /* by reference: the nodes say the sizes with each call */
	const struct block_sizes *sizes; /* NULL: blocks of equal size, or by_call */
	/* of another node of the thread, for the same plan and call; NULL: none */
	const struct program *beside;
	int beside_node;
};

/* Lowers the plan for a node. Returns 0, -EINVAL or -ENOMEM with why: the plan is for another
 * network, is not for such blocks, or its programs do not fit memory. */
int program_make(struct program **program, struct node *me, const struct grove_plan *plan,
	const struct program_use *use);

/* Frees a program of the node as soon as no call needs the program any more. */
void program_drop(struct node *me, struct program *program);

/* A request keeps the program of a call, instead of the one that it kept before; and lets it go. */
void program_keep(struct program **kept, const struct call *call);
void program_let_go(struct program *program);

#endif
