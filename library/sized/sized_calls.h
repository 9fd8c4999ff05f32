/* Prepares and runs the calls of a node in which each block has a size of its own. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LIBRARY_SIZED_SIZED_CALLS_H
#define LIBRARY_SIZED_SIZED_CALLS_H

#include "library/sized/place_blocks.h"

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

/* Returns memory of the node for that many sizes, or NULL with why. */
size_t *sized_memory(struct node *me, size_t count);

/* Returns true if the list of the node is for the same call, not by copy, in all sizes and places.
 */
bool sized_repeats(struct node *me, struct collective_request *request);

/* Prepare the call of a node: by reference or directly, or by copy where all sizes are known and
 * the node's blocks are placed. The call is the table's, as that of prepared_find, and that of
 * sized_prepare, which writes `sizes` and `count`, stays valid until the node's next call with
 * sizes. Return 0, -EINVAL, or -ENOMEM
 * with why. */
int sized_prepare(struct node *me, struct collective_request *request, struct call **call);
int sized_prepare_copy(struct node *me, const struct collective_request *request,
	const struct sized_block *blocks, const size_t *table, struct call **call);

/* Checks and carries out a call of a node that may block, and replaces GROVE_IN_PLACE in the
 * request. Returns 0, or -errno with why. (sized_verbs.c) */
int sized_call(struct node *me, struct collective_request *request);

#endif
