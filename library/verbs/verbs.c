/* Implements the verbs of grove.h, and grove_execute. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include "base/error.h"
#include "library/handles.h"
#include "library/prepared.h"

static int verb(struct grove_node *outside, const struct collective_request *r)
{
	struct node *me = node_inside(outside);
	int error = me ? node_may_block(me)
		       : why(EINVAL, "%s: the node is NULL", collective_name(r->collective));

	return why_answer(error ? error : call_run(me, r));
}

int grove_execute(struct grove_node *me, const struct grove_plan *plan, const void *in, void *out,
	size_t bytes)
{
	struct collective_request r;

	if (!me || !plan)
		return why(EINVAL, "grove_execute: the node or the plan is NULL");
	r = plan_request(plan, in, out, bytes);
	return verb(me, &r);
}

static int fold_verb(struct grove_node *me, struct collective_request *r)
{
	order_find(&r->collective, &r->fold);
	return verb(me, r);
}

int grove_broadcast(struct grove_node *me, void *buffer, size_t bytes, int root)
{
	return verb(
		me, &(struct collective_request){
			    .collective = BROADCAST, .out = buffer, .count = bytes, .root = root });
}

int grove_reduce(struct grove_node *me, const void *in, void *out, size_t count, int type,
	const struct grove_fold *fold, int root)
{
	return fold_verb(me, &(struct collective_request){ .collective = REDUCE,
				     .in = in,
				     .out = out,
				     .count = count,
				     .type = type,
				     .fold = fold,
				     .root = root });
}

int grove_scatter(struct grove_node *me, const void *in, void *out, size_t bytes, int root)
{
	return verb(me, &(struct collective_request){ .collective = SCATTER,
				.in = in,
				.out = out,
				.count = bytes,
				.root = root });
}

int grove_gather(struct grove_node *me, const void *in, void *out, size_t bytes, int root)
{
	return verb(me,
		&(struct collective_request){
			.collective = GATHER, .in = in, .out = out, .count = bytes, .root = root });
}

int grove_allgather(struct grove_node *me, const void *in, void *out, size_t bytes)
{
	return verb(me, &(struct collective_request){
				.collective = ALLGATHER, .in = in, .out = out, .count = bytes });
}

int grove_reducescatter(struct grove_node *me, const void *in, void *out, size_t count, int type,
	const struct grove_fold *fold)
{
	return fold_verb(me, &(struct collective_request){ .collective = REDUCESCATTER,
				     .in = in,
				     .out = out,
				     .count = count,
				     .type = type,
				     .fold = fold });
}

int grove_allreduce(struct grove_node *me, const void *in, void *out, size_t count, int type,
	const struct grove_fold *fold)
{
	return fold_verb(me, &(struct collective_request){ .collective = ALLREDUCE,
				     .in = in,
				     .out = out,
				     .count = count,
				     .type = type,
				     .fold = fold });
}

int grove_scan(struct grove_node *me, const void *in, void *out, size_t count, int type,
	const struct grove_fold *fold)
{
	return fold_verb(me, &(struct collective_request){ .collective = SCAN,
				     .in = in,
				     .out = out,
				     .count = count,
				     .type = type,
				     .fold = fold });
}

int grove_exscan(struct grove_node *me, const void *in, void *out, size_t count, int type,
	const struct grove_fold *fold)
{
	return fold_verb(me, &(struct collective_request){ .collective = EXSCAN,
				     .in = in,
				     .out = out,
				     .count = count,
				     .type = type,
				     .fold = fold });
}

int grove_alltoall(struct grove_node *me, const void *in, void *out, size_t bytes)
{
	return verb(me, &(struct collective_request){
				.collective = ALLTOALL, .in = in, .out = out, .count = bytes });
}

int grove_permute(
	struct grove_node *me, const void *in, void *out, size_t bytes, const int *permutation)
{
	return verb(me, &(struct collective_request){ .collective = PERMUTE,
				.in = in,
				.out = out,
				.count = bytes,
				.permutation = permutation });
}

int grove_barrier(struct grove_node *me)
{
	return verb(me, &(struct collective_request){ .collective = BARRIER });
}
