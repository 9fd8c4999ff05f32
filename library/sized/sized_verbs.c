/* Implements the verbs of grove.h in which each block has a size of its own. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include "base/error.h"
#include "base/size.h"
#include "library/handles.h"
#include "library/sized/in_place.h"
#include "library/sized/size_table.h"
#include "runtime/team/abort.h"
#include "runtime/team/pending.h"

/* ---- A node's part ---- */

static int match(struct node *me, const struct sized_request *r, const size_t *table)
{
	if (size_table_agrees(me, r, table))
		return 0;
	pending_break(me);
	return team_refuse(node_team(me));
}

static int run_copy(struct node *me, const struct sized_request *r, const struct sent_blocks *sent)
{
	const struct problem *problem = request_problem(me, r);
	size_t *table = sized_memory(me, (size_t)semantics_blocks(problem));
	const struct sized_block *blocks = NULL;
	struct call call;
	int error = table ? 0 : -ENOMEM;

	if (!error)
		blocks = sized_place(me, r, &error);
	if (!error)
		error = size_table_exchange(me, r, table);
	if (!error)
		error = match(me, r, table);
	if (!error)
		error = sized_prepare_copy(me, r, blocks, table, &call);
	if (error)
		return error;
	sent_blocks_copy(sent);
	return node_call(me, &call);
}

/* By copy the nodes first exchange the sizes that not all nodes know. */
int sized_call(struct node *me, struct sized_request *r)
{
	struct cached_node *kept = *node_kept(me);
	struct sent_blocks sent = { 0 };
	const struct call *call;
	int error = 0;

	if (is_in_place(r->in, r->out))
		error = in_place_open(r, me, &kept->packed.sent, &sent);
	if (error)
		return error;
	if (sized_by_copy(node_team(me), r))
		return run_copy(me, r, &sent);
	error = sized_prepare(me, r, &call);
	if (error)
		return error;
	sent_blocks_copy(&sent);
	return node_call(me, call);
}

/* ---- Verbs ---- */

static int call_verb(struct grove_node *outside, struct sized_request *r)
{
	struct node *me = node_inside(outside);
	const char *name = sized_name(r->collective);
	int error, last;

	if (!outside)
		return why(EINVAL, "%s: the node is NULL", name);
	error = node_may_block(me);
	if (error)
		return error;
	last = team_network(node_team(me))->nodes - 1;
	if (r->root < 0 || r->root > last)
		return why(EINVAL, "%s: root %d: the team has nodes 0 to %d", name, r->root, last);
	return sized_call(me, r);
}

int grove_scatterv(struct grove_node *me, const void *in, const size_t *in_bytes,
	const size_t *in_at, void *out, size_t out_bytes, int root)
{
	struct sized_request r = { SCATTER, NULL, root, in, out,
		{ in_bytes, in_at, &out_bytes, NULL }, 0, NULL, false };

	return why_answer(call_verb(me, &r));
}

int grove_gatherv(struct grove_node *me, const void *in, size_t in_bytes, void *out,
	const size_t *out_bytes, const size_t *out_at, int root)
{
	struct sized_request r = { GATHER, NULL, root, in, out,
		{ &in_bytes, NULL, out_bytes, out_at }, 0, NULL, false };

	return why_answer(call_verb(me, &r));
}

int grove_allgatherv(struct grove_node *me, const void *in, size_t in_bytes, void *out,
	const size_t *out_bytes, const size_t *out_at)
{
	struct sized_request r = { ALLGATHER, NULL, 0, in, out,
		{ &in_bytes, NULL, out_bytes, out_at }, 0, NULL, false };

	return why_answer(call_verb(me, &r));
}

int grove_alltoallv(struct grove_node *me, const void *in, const size_t *in_bytes,
	const size_t *in_at, void *out, const size_t *out_bytes, const size_t *out_at)
{
	struct sized_request r = { ALLTOALL, NULL, 0, in, out,
		{ in_bytes, in_at, out_bytes, out_at }, 0, NULL, false };

	return why_answer(call_verb(me, &r));
}

/* Checks the arguments of reducescatterv, and writes the sizes of all blocks. */
static int element_sizes(size_t *sizes, const size_t *counts, size_t nodes, int type)
{
	for (size_t v = 0; v < nodes; v++)
		if (!size_multiply(&sizes[v], counts[v], type_bytes(type)) ||
			sizes[v] > BUFFER_MOST)
			return why(EINVAL,
				"reducescatterv: %zu elements of node %zu are larger than memory",
				counts[v], v);
	return 0;
}

static int reducescatterv(struct grove_node *outside, struct sized_request *r, const size_t *counts)
{
	struct node *me = node_inside(outside);
	size_t nodes, table, *sizes;
	int error;

	if (!me)
		return why(EINVAL, "reducescatterv: the node is NULL");
	if (!type_bytes(r->type))
		return why(EINVAL, "reducescatterv: there is no type %d", (int)r->type);
	if (!r->fold || !counts)
		return why(EINVAL, "reducescatterv: %s NULL",
			r->fold ? "the counts are" : "the fold is");
	error = node_may_block(me);
	if (error)
		return error; /* what follows is the memory of the node, and of its thread alone */
	order_find(&r->collective, &r->fold);
	nodes = (size_t)team_network(node_team(me))->nodes;
	table = (size_t)semantics_blocks(request_problem(me, r)); /* its place is run_copy's */
	sizes = sized_memory(me, table + nodes);
	if (!sizes)
		return -ENOMEM;
	error = element_sizes(sizes + table, counts, nodes, r->type);
	r->blocks.in_bytes = sizes + table;
	r->blocks.out_bytes = sizes + table + node_number(me);
	return error ? error : call_verb(outside, r);
}

int grove_reducescatterv(struct grove_node *me, const void *in, void *out, const size_t *counts,
	int type, const struct grove_fold *fold)
{
	struct sized_request r = { REDUCESCATTER, NULL, 0, in, out, { 0 }, type, fold, false };

	return why_answer(reducescatterv(me, &r, counts));
}
