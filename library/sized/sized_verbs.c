/* Implements the verbs of grove.h in which each block has a size of its own. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include "base/error.h"
#include "library/handles.h"
#include "library/sized/sized.h"
#include "runtime/node/abort.h"
#include "runtime/drive/pending.h"

/* ---- A node's part ---- */

static int match(struct node *me, const struct collective_request *r, const size_t *table)
{
	if (size_table_agrees(me, r, table))
		return 0;
	pending_break(me);
	return team_refuse(me->team);
}

static int run_copy(
	struct node *me, const struct collective_request *r, const struct sent_blocks *sent)
{
	size_t *table = sized_memory(me, r);
	const struct sized_block *blocks = NULL;
	struct call *call;
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
	return node_call(me, call);
}

/* By copy the nodes first exchange the sizes that not all nodes know. */
int sized_call(struct node *me, struct collective_request *r)
{
	struct cached_node *kept = me->kept;
	struct sent_blocks sent = { 0 };
	struct call *call;
	int error = sized_check(me, r);

	if (!error && is_in_place(r->in, r->out))
		error = in_place_open(r, me, &kept->memory.sent, &sent);
	if (error)
		return error;
	if (sized_by_copy(me->team, r))
		return run_copy(me, r, &sent);
	error = sized_prepare(me, r, &call);
	if (error)
		return error;
	sent_blocks_copy(&sent);
	return node_call(me, call);
}

/* ---- Verbs ---- */

static int call(struct grove_node *outside, struct collective_request *r)
{
	struct node *me = node_inside(outside);
	int error = me ? node_may_block(me)
		       : why(EINVAL, "%s: the node is NULL", sized_name(r->collective));

	return why_answer(error ? error : sized_call(me, r));
}

int grove_scatterv(struct grove_node *me, const void *in, const size_t *in_bytes,
	const size_t *in_at, void *out, size_t out_bytes, int root)
{
	const struct grove_blocks blocks = { in_bytes, in_at, &out_bytes, NULL };

	return call(me, &(struct collective_request){ .collective = SCATTER,
				.in = in,
				.out = out,
				.root = root,
				.blocks = &blocks });
}

int grove_gatherv(struct grove_node *me, const void *in, size_t in_bytes, void *out,
	const size_t *out_bytes, const size_t *out_at, int root)
{
	const struct grove_blocks blocks = { &in_bytes, NULL, out_bytes, out_at };

	return call(me, &(struct collective_request){ .collective = GATHER,
				.in = in,
				.out = out,
				.root = root,
				.blocks = &blocks });
}

int grove_allgatherv(struct grove_node *me, const void *in, size_t in_bytes, void *out,
	const size_t *out_bytes, const size_t *out_at)
{
	const struct grove_blocks blocks = { &in_bytes, NULL, out_bytes, out_at };

	return call(me, &(struct collective_request){
				.collective = ALLGATHER, .in = in, .out = out, .blocks = &blocks });
}

int grove_alltoallv(struct grove_node *me, const void *in, const size_t *in_bytes,
	const size_t *in_at, void *out, const size_t *out_bytes, const size_t *out_at)
{
	const struct grove_blocks blocks = { in_bytes, in_at, out_bytes, out_at };

	return call(me, &(struct collective_request){
				.collective = ALLTOALL, .in = in, .out = out, .blocks = &blocks });
}

/* The sizes are those of all blocks, of which the node's own is the result. */
int grove_reducescatterv(struct grove_node *me, const void *in, void *out, const size_t *bytes,
	int type, const struct grove_fold *fold)
{
	struct collective_request r = {
		.collective = REDUCESCATTER, .in = in, .out = out, .type = type, .fold = fold
	};
	struct grove_blocks blocks;

	if (!me)
		return why(EINVAL, "reducescatterv: the node is NULL");
	if (!type_bytes(type))
		return why(EINVAL, "reducescatterv: there is no type %d", type);
	if (!fold || !bytes)
		return why(
			EINVAL, "reducescatterv: %s NULL", fold ? "the sizes are" : "the fold is");
	order_find(&r.collective, &r.fold);
	blocks = (struct grove_blocks){ bytes, NULL, bytes + node_inside(me)->number, NULL };
	r.blocks = &blocks;
	return call(me, &r);
}
