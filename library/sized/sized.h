/* Calls of a node in which each block has a size, and a place, of its own. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LIBRARY_SIZED_SIZED_H
#define LIBRARY_SIZED_SIZED_H

#include "library/prepared.h"

/* ---- Calls (sized_calls.c, sized_copy.c, sized_verbs.c) ---- */

/* Checks that blocks may have sizes of their own: by this plan on this team, or in this verb of
 * that root and type. Return 0, or -EINVAL with why. */
int sized_check_plan(const struct team *team, const struct grove_plan *plan);
int sized_check(const struct node *me, const struct collective_request *request);

/* Returns true if the bytes of this call cross the links of the team: on a team with a pace, with
 * folds, and by a plan that was made so. */
bool sized_by_copy(const struct team *team, const struct collective_request *request);

/* Returns what semantics need of the problem of a request, until the node's next call. */
const struct problem *request_problem(struct node *me, const struct collective_request *request);

/* Places the blocks of a node in the node's own list. Returns the list, or NULL with -EINVAL or
 * -ENOMEM in *error and why. */
struct sized_block *sized_place(
	struct node *me, const struct collective_request *request, int *error);

/* Returns memory of the node for the sizes of all blocks of a request, or NULL with why. */
size_t *sized_memory(struct node *me, const struct collective_request *request);

/* Prepare the call of a node: by reference or directly, or by copy where all sizes are known and
 * the node's blocks are placed. The call is the table's, as that of prepared_find, and that of
 * sized_prepare, which writes `sizes` and `count`, stays valid until the node's next call with
 * sizes. Return 0, -EINVAL, or -ENOMEM with why. */
int sized_prepare(struct node *me, struct collective_request *request, struct call **call);
int sized_prepare_copy(struct node *me, const struct collective_request *request,
	const struct sized_block *blocks, const size_t *table, struct call **call);

/* Checks and carries out a call of a node that may block, and replaces GROVE_IN_PLACE in the
 * request. Returns 0, or -errno with why. */
int sized_call(struct node *me, struct collective_request *request);

/* ---- Blocks (place_blocks.c) ---- */

/* Finds the blocks of node v's input and output, and places both lists in `blocks`, the input's
 * first. Returns 0, -EINVAL with why (a size, a place or a buffer is wrong, blocks overlap, or the
 * node's own block has two sizes), or -ENOMEM. */
int blocks_place(struct sized_block *blocks, const struct collective_request *request,
	const struct problem *problem, int v);

/* Returns the number of blocks in both lists. */
size_t blocks_count(const struct problem *problem, int v);

/* ---- GROVE_IN_PLACE (in_place.c) ---- */

/* The blocks that a node sends in an alltoall in place. Blocks that arrive overwrite them, so they
 * are copied first, one after another. Of other collectives only `sizes` counts. */
struct sent_blocks {
	const struct sized_block *block; /* [count]: in the output */
	size_t count, own;		 /* the own block stays where it is */
	unsigned char *copy;
	struct grove_blocks sizes; /* of the request, with those of the buffer that was replaced */
};

/* Replaces GROVE_IN_PLACE by the memory that it stands for: the own block's place in the other
 * buffer, the whole output where bytes are combined, or the copy in an alltoall. Without
 * GROVE_IN_PLACE nothing changes. The request then refers to `sent`. Returns 0, -ENOMEM, or -EINVAL
 * with why: not for this buffer of this node. The memory holds the copy, and is the caller's. */
int in_place_open(struct collective_request *request, struct node *me, struct grown_memory *memory,
	struct sent_blocks *sent);

/* Copies the blocks that will be sent. The request was checked before. */
void sent_blocks_copy(const struct sent_blocks *sent);

/* ---- Direct calls: each block crosses a single link (direct_calls.c) ---- */

/* Returns true if this plan takes all bytes in one step by copy, each whole block over one link.
 * Then the two nodes that know the size of a block are the nodes that handle the block. */
bool plan_direct(const struct grove_plan *plan);

/* Copies a program without its dependences. Returns NULL if memory is short. */
struct program *program_copy(const struct program *program);

/* Makes a program of this root that gets its sizes with each call. Returns 0, -EINVAL or -ENOMEM
 * with why. */
int direct_make(struct program **program, struct node *me, const struct grove_plan *plan, int root);

/* Returns the bytes of a node's blocks, the input's first. */
size_t direct_bytes(
	struct node *me, const struct collective_request *r, const struct sized_block *blocks);

/* Writes the places and sizes of these blocks into such a program. */
void direct_write(struct program *program, struct node *me, const struct collective_request *r,
	const struct sized_block *blocks);

/* ---- Calls by copy: the table of all sizes, by the numbers of blocks (size_table.c) ---- */

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

#endif
