/* Compares and keeps the prepared calls of a node's verbs. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include "library/kept_calls.h"

struct cached_call *kept_call_place(
	struct cached_node *kept, const struct verb_request *r, int nodes)
{
	size_t hash = (r->count * 0x9e3779b97f4a7c15u >> 40) + (size_t)r->collective +
		      16 * (2 * (size_t)r->root + (r->in == GROVE_IN_PLACE));

	for (int v = 0; v < nodes && r->permutation; v++)
		hash += (size_t)(v + 1) * (size_t)r->permutation[v];
	return &kept->call[hash % KEPT_CALLS];
}

static bool same_permutation(const int *kept, const int *permutation, int nodes)
{
	if (!kept || !permutation)
		return !kept && !permutation;
	return !memcmp(kept, permutation, sizeof *kept * (size_t)nodes);
}

bool kept_call_serves(const struct cached_call *kept, const struct verb_request *r, int nodes)
{
	return kept->call.program && kept->collective == r->collective && kept->count == r->count &&
	       kept->root == r->root && kept->in_place == (r->in == GROVE_IN_PLACE) &&
	       (!r->typed || (kept->type == r->type && r->fold &&
				     kept->fold.function == r->fold->function &&
				     kept->fold.context == r->fold->context)) &&
	       same_permutation(kept->permutation, r->permutation, nodes);
}

void kept_call_set(
	struct cached_call *kept, const struct verb_request *r, int nodes, const struct call *call)
{
	size_t bytes = sizeof *r->permutation * (size_t)nodes;
	int *permutation = r->permutation ? malloc(bytes) : NULL;

	if (r->permutation && !permutation)
		return;
	if (permutation)
		memcpy(permutation, r->permutation, bytes);
	free(kept->permutation);
	*kept = (struct cached_call){ .collective = r->collective,
		.type = r->type,
		.count = r->count,
		.root = r->root,
		.in_place = r->in == GROVE_IN_PLACE,
		.permutation = permutation,
		.call = *call };
	if (r->fold)
		kept->fold = *r->fold;
}
