/* Compares and keeps the prepared calls of a thread's nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "library/kept_calls.h"

enum {
	SAMPLES = 16 /* numbers of a permutation that choose its place */
};

/* A permutation of thousands of nodes is read as a whole only to be compared with a kept one. */
static size_t permutation_hash(const int *permutation, int nodes)
{
	size_t hash = 0;

	for (int i = 0; i < SAMPLES; i++) {
		int v = (int)((int64_t)nodes * i / SAMPLES);

		hash = hash * 31 + (size_t)permutation[v];
	}
	return hash;
}

/* Returns the only place where the call of a request may be kept. */
static size_t place_of(const struct kept_calls *calls, const struct verb_request *r)
{
	size_t hash = (r->count * 0x9e3779b97f4a7c15u >> 40) + (size_t)r->collective +
		      16 * (2 * (size_t)r->root + is_in_place(r->in, r->out));

	if (r->permutation)
		hash += permutation_hash(r->permutation, calls->all);
	return hash % KEPT_CALLS;
}

/* Compares the permutations. All bodies of a thread may pass the same array: its thousands of
 * numbers are read once in an operation, not once for each node. */
static bool same_permutation(
	struct kept_call *kept, const int *permutation, int nodes, uint64_t operation)
{
	if (!kept->permutation || !permutation)
		return !kept->permutation && !permutation;
	if (kept->array == permutation && kept->operation == operation)
		return true;
	if (memcmp(kept->permutation, permutation, sizeof *permutation * (size_t)nodes))
		return false;
	kept->array = permutation;
	kept->operation = operation;
	return true;
}

static bool serves(
	struct kept_call *kept, const struct verb_request *r, int nodes, uint64_t operation)
{
	return kept->call.name && kept->collective == r->collective && kept->count == r->count &&
	       kept->root == r->root && kept->in_place == is_in_place(r->in, r->out) &&
	       (!r->typed || (kept->type == r->type && r->fold &&
				     kept->fold.function == r->fold->function &&
				     kept->fold.context == r->fold->context)) &&
	       same_permutation(kept, r->permutation, nodes, operation);
}

static const struct program **program_of(struct kept_calls *calls, size_t at, const struct node *me)
{
	return &calls->program[at * (size_t)calls->nodes + (size_t)node_place(me)];
}

struct call *kept_call_find(
	struct kept_calls *calls, const struct verb_request *r, const struct node *me)
{
	size_t at = place_of(calls, r);
	struct kept_call *kept = &calls->call[at];
	const struct program *program = *program_of(calls, at, me);

	if (!program || !serves(kept, r, calls->all, node_operation(me)))
		return NULL;
	kept->call.program = program;
	return &kept->call;
}

/* Makes an empty entry that is for such a request. Returns false if memory is short. */
static bool renew(
	struct kept_calls *calls, size_t at, const struct verb_request *r, const struct call *call)
{
	size_t bytes = sizeof *r->permutation * (size_t)calls->all;
	int *permutation = r->permutation ? malloc(bytes) : NULL;
	struct kept_call *kept = &calls->call[at];

	if (r->permutation && !permutation)
		return false;
	if (permutation)
		memcpy(permutation, r->permutation, bytes);
	free(kept->permutation);
	*kept = (struct kept_call){ .collective = r->collective,
		.type = r->type,
		.count = r->count,
		.root = r->root,
		.in_place = is_in_place(r->in, r->out),
		.permutation = permutation,
		.call = *call };
	if (r->fold)
		kept->fold = *r->fold;
	memset(&calls->program[at * (size_t)calls->nodes], 0,
		sizeof *calls->program * (size_t)calls->nodes);
	return true;
}

/* Nodes that call the same have calls of the same fingerprint, unless the plan was made anew. */
void kept_call_set(struct kept_calls *calls, const struct verb_request *r, const struct node *me,
	const struct call *call)
{
	size_t at = place_of(calls, r);
	struct kept_call *kept = &calls->call[at];

	if ((!serves(kept, r, calls->all, node_operation(me)) ||
		    kept->call.fingerprint != call->fingerprint) &&
		!renew(calls, at, r, call))
		return;
	*program_of(calls, at, me) = call->program;
}

void kept_calls_forget(
	struct kept_calls *calls, const struct node *me, const struct program *program)
{
	for (size_t at = 0; at < KEPT_CALLS; at++) {
		const struct program **kept = program_of(calls, at, me);

		if (*kept == program)
			*kept = NULL;
	}
}

/* ---- Memory ---- */

int kept_calls_open(struct cached_team *kept)
{
	int nodes = team_network(kept->team)->nodes, tables = 0;
	struct kept_calls *calls;

	for (int v = 0; v < nodes; v += 1 + node_beside(team_node(kept->team, v)))
		tables++;
	kept->calls = calloc((size_t)tables, sizeof *kept->calls);
	kept->call_programs = calloc((size_t)nodes * KEPT_CALLS, sizeof *kept->call_programs);
	if (!kept->calls || !kept->call_programs)
		return -ENOMEM;
	calls = kept->calls;
	for (int v = 0; v < nodes; v += calls++->nodes) {
		struct node *first = team_node(kept->team, v);

		calls->nodes = 1 + node_beside(first);
		calls->all = nodes;
		calls->program = kept->call_programs + (size_t)v * KEPT_CALLS;
		*thread_kept(first) = calls;
	}
	kept->tables = tables;
	return 0;
}

void kept_calls_free(struct cached_team *kept)
{
	for (int t = 0; t < kept->tables; t++)
		for (int i = 0; i < KEPT_CALLS; i++)
			free(kept->calls[t].call[i].permutation);
	free(kept->calls);
	free(kept->call_programs);
}
