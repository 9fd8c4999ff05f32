/* Implements the verbs of grove.h: each is a call of a plan that is chosen once and cached. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>
#include "base/size.h"
#include "base/error.h"
#include "library/kept_calls.h"
#include "library/handles.h"
#include "plan/semantics.h"

/* ---- A node's part of a plan ---- */

int node_prepare(struct node *me, const struct grove_plan *plan, const void *in, void *out,
	size_t bytes, int root, struct call *call)
{
	bool in_place = is_in_place(in, out);
	const struct program *program;
	int error;

	error = programs_find(me, plan,
		(struct cached_program){ .bytes = bytes, .root = root, .in_place = in_place },
		&program);
	if (!error)
		error = buffers_check_bytes(
			plan->problem.collective, in, program->input, out, program->output);
	if (error)
		return error;
	*call = (struct call){ .program = program,
		.folding = plan->folding.element ? &plan->folding : NULL,
		.fingerprint = plan_fingerprint(plan, program, node_team(me)),
		.name = collective_name(plan->problem.collective),
		.bytes = bytes,
		.root = collective_names_root(plan->problem.collective) ? root : -1,
		.destination = collective_sends(plan->problem.collective)
				       ? 1 + plan->problem.destination
				       : 0,
		.how = folding_word(&plan->folding) | (program->by_reference ? BY_REFERENCE : 0) };
	call_buffers(call, plan->problem.collective, node_number(me), in, out);
	return 0;
}

int grove_execute(struct grove_node *me, const struct grove_plan *plan, const void *in, void *out,
	size_t bytes)
{
	struct node *node = node_inside(me);
	struct call call;
	int error = me && plan ? 0 : why(EINVAL, "grove_execute: the node or the plan is NULL");

	if (!error)
		error = node_may_block(node);
	if (!error)
		error = node_prepare(node, plan, in, out, bytes, plan->problem.root, &call);
	if (!error)
		error = node_call(node, &call);
	return why_answer(error);
}

/* ---- Verbs ---- */

static int check_request(struct node *me, const struct verb_request *r)
{
	int last = team_network(node_team(me))->nodes - 1;
	const char *name = collective_name(r->collective);

	if (r->root < 0 || r->root > last)
		return why(EINVAL, "%s: root %d: the team has nodes 0 to %d", name, r->root, last);
	if (r->typed && !type_bytes(r->type))
		return why(EINVAL, "%s: there is no type %d", name, (int)r->type);
	if (r->typed && !r->fold)
		return why(EINVAL, "%s: the fold is NULL", name);
	if (collective_permutes(r->collective) && !r->permutation)
		return why(EINVAL, "permute: the permutation is NULL");
	if (collective_kind(r->collective)->out == BLOCK_ON_ROOT && r->in == GROVE_IN_PLACE &&
		r->root != node_number(me))
		return why(EINVAL, "%s: GROVE_IN_PLACE is for the root, node %d", name, r->root);
	return 0;
}

int verb_plan_find(struct node *me, const struct cached_verb *key, const int *permutation,
	struct grove_plan **plan)
{
	struct cached_node *kept = *node_kept(me);
	struct cached_verb *place =
		&kept->verb[(key->bytes * 0x9e3779b97f4a7c15u >> 40 ^ (size_t)key->collective) %
			    KEPT_VERBS];
	int error;

	if (place->plan && place->collective == key->collective && place->bytes == key->bytes &&
		place->type == key->type && place->root == key->root &&
		place->sized == key->sized && place->late == key->late &&
		folds_equal(&place->fold, &key->fold) && !permutation) {
		*plan = place->plan;
		return 0;
	}
	error = plans_find(node_team(me), key, permutation, plan);
	if (!error) {
		*place = *key;
		place->plan = *plan;
	}
	return error;
}

/* Finds the plan for a request. */
static int plan_for(
	struct node *me, const struct verb_request *r, size_t bytes, struct grove_plan **plan)
{
	struct cached_verb key = { .collective = r->collective, .bytes = bytes, .type = r->type };

	if (r->fold)
		key.fold = *r->fold;
	if (!network_symmetric(team_network(node_team(me))) ||
		!collective_rooted(r->collective)) /* an order of the nodes is no translation's */
		key.root = r->root;
	return verb_plan_find(me, &key, r->permutation, plan);
}

/* ---- One call ---- */

/* Puts this request's buffers in the kept call. */
static int call_renew(struct node *me, struct call *call, const struct verb_request *r)
{
	const struct program *program = call->program;

	call_buffers(call, r->collective, node_number(me), r->in, r->out);
	return buffers_check_bytes(r->collective, r->in, program->input, r->out, program->output);
}

int verb_prepare(struct node *me, const struct verb_request *r, struct call *call)
{
	size_t bytes = r->count;
	struct grove_plan *plan;
	int error = check_request(me, r);

	if (!error && ((r->typed && !size_multiply(&bytes, r->count, type_bytes(r->type))) ||
			      bytes > BUFFER_MOST))
		error = why(EINVAL, "%s: %zu %s are larger than memory",
			collective_name(r->collective), r->count, r->typed ? "elements" : "bytes");
	if (!error)
		error = plan_for(me, r, bytes, &plan);
	if (error)
		return error;
	error = node_prepare(me, plan, r->in, r->out, bytes, r->root, call);
	if (r->permutation)
		plans_release(node_team(me), plan);
	return error;
}

/* Calls a verb for the first time. Has a frame of its own: where nodes share a thread, each node's
 * stack takes part in each call, and should be a few lines. */
static __attribute__((noinline)) int call_first(struct node *me, const struct verb_request *r)
{
	struct call call;
	int error = verb_prepare(me, r, &call);

	if (error)
		return error;
	kept_call_set(*thread_kept(me), r, me, &call);
	return node_call(me, &call);
}

int verb_call(struct node *me, const struct verb_request *r)
{
	struct call *kept = kept_call_find(*thread_kept(me), r, me);
	int error;

	if (!kept)
		return call_first(me, r);
	error = call_renew(me, kept, r);
	return error ? error : node_call(me, kept);
}

static int call_verb(struct grove_node *me, const struct verb_request *r)
{
	int error;

	if (!me)
		return why(EINVAL, "%s: the node is NULL", collective_name(r->collective));
	error = node_may_block(node_inside(me));
	return error ? error : verb_call(node_inside(me), r);
}

static int verb(struct grove_node *me, const struct verb_request *r)
{
	return why_answer(call_verb(me, r));
}

static int fold_verb(struct grove_node *me, struct verb_request *r)
{
	order_find(&r->collective, &r->fold);
	return verb(me, r);
}

int grove_broadcast(struct grove_node *me, void *buffer, size_t bytes, int root)
{
	return verb(
		me, &(struct verb_request){
			    .collective = BROADCAST, .out = buffer, .count = bytes, .root = root });
}

int grove_reduce(struct grove_node *me, const void *in, void *out, size_t count, int type,
	const struct grove_fold *fold, int root)
{
	return fold_verb(
		me, &(struct verb_request){ REDUCE, in, out, count, true, type, fold, root, NULL });
}

int grove_scatter(struct grove_node *me, const void *in, void *out, size_t bytes, int root)
{
	return verb(me, &(struct verb_request){ .collective = SCATTER,
				.in = in,
				.out = out,
				.count = bytes,
				.root = root });
}

int grove_gather(struct grove_node *me, const void *in, void *out, size_t bytes, int root)
{
	return verb(me,
		&(struct verb_request){
			.collective = GATHER, .in = in, .out = out, .count = bytes, .root = root });
}

int grove_allgather(struct grove_node *me, const void *in, void *out, size_t bytes)
{
	return verb(me, &(struct verb_request){
				.collective = ALLGATHER, .in = in, .out = out, .count = bytes });
}

int grove_reducescatter(struct grove_node *me, const void *in, void *out, size_t count, int type,
	const struct grove_fold *fold)
{
	return fold_verb(me,
		&(struct verb_request){ REDUCESCATTER, in, out, count, true, type, fold, 0, NULL });
}

int grove_allreduce(struct grove_node *me, const void *in, void *out, size_t count, int type,
	const struct grove_fold *fold)
{
	return fold_verb(
		me, &(struct verb_request){ ALLREDUCE, in, out, count, true, type, fold, 0, NULL });
}

int grove_scan(struct grove_node *me, const void *in, void *out, size_t count, int type,
	const struct grove_fold *fold)
{
	return fold_verb(
		me, &(struct verb_request){ SCAN, in, out, count, true, type, fold, 0, NULL });
}

int grove_exscan(struct grove_node *me, const void *in, void *out, size_t count, int type,
	const struct grove_fold *fold)
{
	return fold_verb(
		me, &(struct verb_request){ EXSCAN, in, out, count, true, type, fold, 0, NULL });
}

int grove_alltoall(struct grove_node *me, const void *in, void *out, size_t bytes)
{
	return verb(me, &(struct verb_request){
				.collective = ALLTOALL, .in = in, .out = out, .count = bytes });
}

int grove_permute(
	struct grove_node *me, const void *in, void *out, size_t bytes, const int *permutation)
{
	return verb(me, &(struct verb_request){ .collective = PERMUTE,
				.in = in,
				.out = out,
				.count = bytes,
				.permutation = permutation });
}

int grove_barrier(struct grove_node *me)
{
	return verb(me, &(struct verb_request){ .collective = BARRIER });
}
