/* A size table has the size of each block of a collective, by the block's number. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LIBRARY_SIZED_SIZE_TABLE_H
#define LIBRARY_SIZED_SIZE_TABLE_H

#include "library/sized/sized_calls.h"

/* A block that has different sizes at two nodes. */
struct size_conflict {
	int origin, node;
	size_t sent, expected;
};

/* Called by all nodes: fills the table with the sizes that this node knows, and gets the others
 * over the links. Returns 0, or -errno with why. */
int size_table_exchange(struct node *me, const struct collective_request *request, size_t *table);

/* The two halves of this: size_table_begin fills in what the node knows, and returns true if that
 * is all. Otherwise a verb brings the others; the verb reads request->blocks->in_bytes. */
bool size_table_begin(struct node *me, const struct collective_request *request, size_t *table);
struct collective_request size_table_verb(
	struct node *me, const struct collective_request *request, size_t *table);

/* Returns true if the node expects the sizes of the table. Otherwise fails the team. */
bool size_table_agrees(
	struct node *me, const struct collective_request *request, const size_t *table);

/* Fills in the sizes of the blocks that begin at node v, unless another node has. Returns false and
 * the difference if another node has said another size. */
bool size_table_fill(size_t *table, const struct problem *problem, int v,
	const struct grove_blocks *blocks, struct size_conflict *conflict);

/* Compares the sizes of the blocks that end at node v. Returns false and the difference if a size
 * is another in the table. */
bool size_table_match(const size_t *table, const struct problem *problem, int v,
	const struct grove_blocks *blocks, struct size_conflict *conflict);

#endif
