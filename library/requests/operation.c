/* Reads what an operation is to do, and prepares the call or the message. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include "base/error.h"
#include "library/handles.h"
#include "library/messages.h"
#include "library/requests/arguments.h"
#include "library/requests/operation.h"
#include "library/sized/direct_calls.h"
#include "library/sized/size_table.h"
#include "runtime/paced/pace.h"

/* ---- Collectives ---- */

static int prepare_verb(
	struct grove_request *r, const struct verb_name *verb, const struct grove_operation *o)
{
	struct verb_request request = operation_request(verb, o);

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
	struct grove_request *r, const struct verb_name *verb, const struct grove_operation *o)
{
	struct sized_request s = operation_sizes(verb, o);
	int error = operation_sizes_check(r->node, verb, &s);

	if (!error)
		error = in_place_open(&s, r->node, &r->kept.packed.sent, &r->sent);
	if (error)
		return error;
	return sized_by_copy(node_team(r->node), &s) ? prepare_copy(r, &s)
						     : prepare_reference(r, &s);
}

/* ---- Messages ---- */

static int prepare_message(
	struct grove_request *r, const struct verb_name *verb, const struct grove_operation *o)
{
	int error;

	if (o->blocks)
		return why(EINVAL, "%s: a message has no blocks", verb->name);
	r->talks = true;
	r->empty = o->node == GROVE_NOBODY;
	r->told = verb->family == RECEIVES ? o->message : NULL;
	r->message = operation_message(verb, o);
	if (r->empty)
		return 0;
	error = operation_rows(&r->rows, &r->message, verb, o);
	return error ? error : message_check(r->node, &r->message, verb->name);
}

/* ---- Any of these ---- */

static int prepare_collective(
	struct grove_request *r, const struct verb_name *verb, struct grove_operation *o)
{
	int error = operation_pack(&r->packed, &r->kept.packed, r->node, verb, o);

	if (error)
		return error;
	if (o->blocks)
		return prepare_sized(r, verb, o);
	error = o->plan ? prepare_plan(r, o) : prepare_verb(r, verb, o);
	if (!error)
		keep_program(r);
	return error;
}

int operation_prepare(struct grove_request *r, struct grove_operation *o)
{
	const struct verb_name *verb;
	int error;

	if (team_pacing(node_team(r->node)))
		return why(EINVAL,
			"a team with a pace has no requests: a paced node is in a single call");
	error = operation_verb(&verb, o);
	if (error)
		return error;
	return verb_talks(verb) ? prepare_message(r, verb, o) : prepare_collective(r, verb, o);
}
