/* Kept calls are the prepared calls of a node's verbs, found again by the arguments of a verb. */
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
	enum grove_type type;
	const struct grove_fold *fold;
	int root;
	const int *permutation;
};

/* A verb with the arguments of an earlier call finds that call prepared. The buffers may differ;
 * only the buffers are checked again. A permutation is compared by its numbers, as the caller may
 * have changed the array. */

/* Returns the only place where the call of a request may be kept. */
struct cached_call *kept_call_place(
	struct cached_node *kept, const struct verb_request *r, int nodes);

/* Returns true if the kept call is prepared for such a request. */
bool kept_call_serves(const struct cached_call *kept, const struct verb_request *r, int nodes);

/* Keeps a call in its place. Without memory for the permutation nothing is kept. */
void kept_call_set(
	struct cached_call *kept, const struct verb_request *r, int nodes, const struct call *call);

#endif
