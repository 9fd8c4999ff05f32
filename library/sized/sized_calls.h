/* Prepares and runs the calls of a node in which each block has a size of its own. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LIBRARY_SIZED_SIZED_CALLS_H
#define LIBRARY_SIZED_SIZED_CALLS_H

#include "library/plan_cache.h"
#include "library/sized/place_blocks.h"

/* Checks that a plan's blocks may have sizes of their own on this team. Returns 0, or -EINVAL with
 * why. */
int sized_check(const struct team *team, const struct grove_plan *plan);

/* Returns true if the bytes of this call cross the links of the team: on a team with a pace, with
 * folds, and by a plan that was made so. */
bool sized_by_copy(const struct team *team, const struct sized_request *request);

/* Returns what semantics need of the problem of a request, until the node's next call. */
const struct problem *request_problem(struct node *me, const struct sized_request *request);

/* Places the blocks of a node in the node's own list. Returns the list, or NULL with -EINVAL or
 * -ENOMEM in *error and why. */
struct sized_block *sized_place(struct node *me, const struct sized_request *request, int *error);

/* Returns memory of the node for so many sizes, or NULL with why. */
size_t *sized_memory(struct node *me, size_t count);

/* Finds the plan of a request: the caller's, or one that was chosen for blocks of that many bytes,
 * or (`sized`) for all sizes. */
int sized_plan_find(struct node *me, const struct sized_request *request, size_t bytes, bool sized,
	const struct grove_plan **plan);

/* Returns the call of a request by a program. */
struct call sized_call_of(const struct team *team, const struct sized_request *request,
	const struct grove_plan *plan, const struct program *program);

/* Returns true if the node's last call with sizes was the same, not by copy, in all sizes and
 * places. */
bool sized_repeats(struct node *me, const struct sized_request *request);

/* Prepare the call of a node: by reference or directly, or by copy where all sizes are known and
 * the node's blocks are placed. The call of sized_prepare stays valid until the node's next call
 * with sizes. Return 0, -EINVAL, or -ENOMEM with why. */
int sized_prepare(struct node *me, const struct sized_request *request, const struct call **call);
int sized_prepare_copy(struct node *me, const struct sized_request *request,
	const struct sized_block *blocks, const size_t *table, struct call *call);

/* Carries out a call of a node that may block, and replaces GROVE_IN_PLACE in the request. Returns
 * 0, or -errno with why. (sized_verbs.c) */
int sized_call(struct node *me, struct sized_request *request);

#endif
