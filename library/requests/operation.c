/* Reads what an operation is to do, and prepares the call or the message. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>
#include "base/error.h"
#include "library/handles.h"
#include "library/kept_calls.h"
#include "library/messages.h"
#include "library/requests/operation.h"
#include "library/sized/direct_calls.h"
#include "library/sized/size_table.h"
#include "runtime/paced/pace.h"

enum family {
	BYTES,
	TYPED,
	SENDS,
	RECEIVES
};

/* A verb by name. The collective "send" of plans is no verb: "send" is a message. */
struct verb_name {
	const char *name;
	enum family family;
	enum collective collective;
};

static const struct verb_name VERBS[] = {
	{ "broadcast", BYTES, BROADCAST },
	{ "reduce", TYPED, REDUCE },
	{ "scatter", BYTES, SCATTER },
	{ "gather", BYTES, GATHER },
	{ "allgather", BYTES, ALLGATHER },
	{ "reducescatter", TYPED, REDUCESCATTER },
	{ "allreduce", TYPED, ALLREDUCE },
	{ "scan", TYPED, SCAN },
	{ "exscan", TYPED, EXSCAN },
	{ "alltoall", BYTES, ALLTOALL },
	{ "permute", BYTES, PERMUTE },
	{ "barrier", BYTES, BARRIER },
	{ "send", SENDS, BARRIER },
	{ "recv", RECEIVES, BARRIER },
};

static int find_verb(const struct verb_name **verb, const char *name)
{
	size_t count = sizeof VERBS / sizeof *VERBS;

	if (!name)
		return why(EINVAL, "the operation has neither a verb nor a plan");
	for (size_t i = 0; i < count; i++)
		if (!strcmp(VERBS[i].name, name)) {
			*verb = &VERBS[i];
			return 0;
		}
	return why(EINVAL,
		"there is no verb '%s'; there are broadcast, reduce, scatter, gather, allgather, "
		"reducescatter, allreduce, scan, exscan, alltoall, permute, barrier, send, recv",
		name);
}

static const struct grove_fold *fold_of(const struct grove_operation *o)
{
	return o->fold ? o->fold : GROVE_SUM;
}

/* ---- Collectives ---- */

static int prepare_verb(
	struct grove_request *r, const struct verb_name *verb, const struct grove_operation *o)
{
	bool typed = verb->family == TYPED, barrier = verb->collective == BARRIER;
	struct verb_request request = { verb->collective, barrier ? NULL : o->in,
		barrier ? NULL : o->out, barrier ? 0 : o->count, typed, typed ? o->type : 0,
		typed ? fold_of(o) : NULL, collective_rooted(verb->collective) ? o->root : 0,
		collective_permutes(verb->collective) ? o->permutation : NULL };

	order_find(&request.collective, &request.fold);
	return verb_prepare(r->node, &request, &r->call);
}

static int prepare_plan(struct grove_request *r, const struct grove_operation *o)
{
	return node_prepare(
		r->node, o->plan, o->in, o->out, o->count, o->plan->problem.root, &r->call);
}

/* The program of a call that other calls do not change stays in the cache as long as the request
 * needs it. */
static void keep_program(struct grove_request *r)
{
	r->kept.program = (struct program *)(uintptr_t)r->call.program;
	r->kept.program->users++;
}

/* ---- Collectives in which each block has a size of its own ---- */

/* Takes the node's list of blocks, which the next such call of the node would write. */
static void take_blocks(struct grove_request *r)
{
	struct cached_node *kept = *node_kept(r->node);

	if (!r->call.blocks[0])
		return;
	r->kept.blocks = kept->blocks;
	kept->blocks = NULL;
	kept->blocks_room = 0;
	kept->sized_call.call.program = NULL;
}

/* A program with the sizes of a call belongs to that call. */
static int take_direct(struct grove_request *r)
{
	r->kept.program = program_copy(r->call.program);
	if (!r->kept.program)
		return why(ENOMEM, "no memory for a program");
	r->kept.program->users = 1;
	r->kept.program->dropped = true;
	r->call.program = r->kept.program;
	return 0;
}

/* By copy the sizes of all blocks must be known, and a request exchanges none. */
static int prepare_copy(struct grove_request *r, const struct sized_request *s)
{
	const struct problem *problem = request_problem(r->node, s);
	size_t *table;
	int error = 0;

	if (s->collective != ALLGATHER && !collective_folds(s->collective))
		return why(EINVAL,
			"%s: by copy the nodes first exchange the sizes, which a request does not",
			sized_name(s->collective));
	table = sized_memory(r->node, (size_t)semantics_blocks(problem));
	if (!table)
		return -ENOMEM;
	if (sized_place(r->node, s, &error))
		error = size_table_exchange(r->node, s, table);
	if (!error)
		error = sized_prepare_copy(r->node, s, table, &r->call);
	if (!error)
		keep_program(r);
	return error;
}

static int prepare_reference(struct grove_request *r, const struct sized_request *s)
{
	const struct call *call;
	int error = sized_prepare(r->node, s, &call);

	if (error)
		return error;
	r->call = *call;
	if (!r->call.blocks[0])
		return take_direct(r);
	take_blocks(r);
	keep_program(r);
	return 0;
}

static int prepare_sized(
	struct grove_request *r, const struct sized_request *s, const struct verb_name *verb)
{
	int last = team_network(node_team(r->node))->nodes - 1;

	if (verb && !sized_name(s->collective))
		return why(EINVAL,
			"%s: blocks have sizes of their own in scatter, gather, "
			"allgather, alltoall and reducescatter",
			verb->name);
	if (s->root < 0 || s->root > last)
		return why(EINVAL, "%s: root %d: the team has nodes 0 to %d",
			sized_name(s->collective), s->root, last);
	if (s->fold && !type_bytes(s->type))
		return why(
			EINVAL, "%s: there is no type %d", sized_name(s->collective), (int)s->type);
	return sized_by_copy(node_team(r->node), s) ? prepare_copy(r, s) : prepare_reference(r, s);
}

static int prepare_sized_plan(struct grove_request *r, const struct grove_operation *o)
{
	const struct problem *problem = &o->plan->problem;
	int error = sized_check(node_team(r->node), o->plan);

	return error ? error
		     : prepare_sized(r,
			       &(struct sized_request){ problem->collective, o->plan, problem->root,
				       o->in, o->out, *o->blocks, 0, NULL },
			       NULL);
}

static int prepare_sized_verb(
	struct grove_request *r, const struct verb_name *verb, const struct grove_operation *o)
{
	bool typed = verb->family == TYPED;
	struct sized_request request = { verb->collective, NULL,
		collective_rooted(verb->collective) ? o->root : 0, o->in, o->out, *o->blocks,
		typed ? o->type : 0, typed ? fold_of(o) : NULL };

	order_find(&request.collective, &request.fold);
	return prepare_sized(r, &request, verb);
}

/* ---- Messages ---- */

static int prepare_message(
	struct grove_request *r, const struct verb_name *verb, const struct grove_operation *o)
{
	bool receives = verb->family == RECEIVES;

	if (o->blocks)
		return why(EINVAL, "%s: a message has no blocks", verb->name);
	r->talks = true;
	r->empty = o->node == GROVE_NOBODY;
	r->told = receives ? o->message : NULL;
	r->message = (struct message_request){ receives ? RECEIVE_MESSAGE : SEND_MESSAGE, o->node,
		o->tag, receives ? o->out : (void *)(uintptr_t)o->in, o->count,
		receives && !o->message };
	return r->empty ? 0 : message_check(r->node, &r->message, receives ? "recv" : "send");
}

/* ---- Any of these ---- */

static int prepare_collective(struct grove_request *r, const struct grove_operation *o)
{
	const struct verb_name *verb = NULL;
	int error = 0;

	if (o->plan && o->verb)
		return why(EINVAL, "the operation has a plan and the verb '%s'", o->verb);
	if (!o->plan)
		error = find_verb(&verb, o->verb);
	if (error)
		return error;
	if (verb && (verb->family == SENDS || verb->family == RECEIVES))
		return prepare_message(r, verb, o);
	if (o->blocks)
		return o->plan ? prepare_sized_plan(r, o) : prepare_sized_verb(r, verb, o);
	error = o->plan ? prepare_plan(r, o) : prepare_verb(r, verb, o);
	if (!error)
		keep_program(r);
	return error;
}

int operation_prepare(struct grove_request *r, const struct grove_operation *o)
{
	if (team_pacing(node_team(r->node)))
		return why(EINVAL,
			"a team with a pace has no requests: a paced node is in a single call");
	return prepare_collective(r, o);
}
