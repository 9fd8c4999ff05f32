/* Reads operations, and carries them out or prepares them for requests. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>
#include "base/error.h"
#include "base/size.h"
#include "library/handles.h"
#include "library/messages/messages.h"
#include "library/requests/requests.h"
#include "library/sized_struct.h"
#include "runtime/kernels/fold.h"
#include "runtime/node/team_state.h"

/* ---- Verbs by name ---- */

enum family {
	BYTES,
	TYPED,
	SENDS,
	RECEIVES
};

/* A verb by name. The collective "send" of plans is not a verb: "send" is a message. */
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

/* Finds the verb of an operation; NULL: the operation has a plan. */
static int operation_verb(const struct verb_name **verb, const struct grove_operation *o)
{
	*verb = NULL;
	if (o->plan && o->verb)
		return why(EINVAL, "the operation has a plan and the verb '%s'", o->verb);
	return o->plan ? 0 : find_verb(verb, o->verb);
}

static bool verb_talks(const struct verb_name *verb)
{
	return verb && (verb->family == SENDS || verb->family == RECEIVES);
}

/* ---- Collectives ---- */

static struct collective_request operation_request(
	const struct verb_name *verb, const struct grove_operation *o)
{
	struct collective_request r;

	if (!verb) {
		r = plan_request(o->plan, o->in, o->out, o->count);
		r.blocks = o->blocks;
		return r;
	}
	r = (struct collective_request){ .collective = verb->collective, .blocks = o->blocks };
	if (verb->collective == BARRIER)
		return r;
	r.in = o->in;
	r.out = o->out;
	r.count = o->count;
	r.root = collective_rooted(verb->collective) ? o->root : 0;
	r.permutation = collective_permutes(verb->collective) ? o->permutation : NULL;
	if (verb->family == TYPED) {
		r.type = o->type;
		r.fold = o->fold ? o->fold : GROVE_SUM;
		order_find(&r.collective, &r.fold);
	}
	return r;
}

/* The type of a verb may be wrong; the verb says so. */
static size_t element_of(const struct verb_name *verb, const struct grove_operation *o)
{
	size_t element = !verb			 ? o->plan->folding.element
			 : verb->family == TYPED ? type_bytes(o->type)
						 : 1;

	return element ? element : 1;
}

/* The verb says that a root is beyond the team. */
static struct problem problem_of(
	struct node *me, const struct verb_name *verb, const struct grove_operation *o)
{
	struct problem problem = { .net = me->team->net };

	if (!verb)
		return o->plan->problem;
	problem.collective = verb->collective;
	problem.root = collective_rooted(verb->collective) ? o->root : 0;
	return problem;
}

/* Replaces the subarrays of an operation by packed blocks (packed_blocks.h). */
static int operation_pack(struct packed_blocks *blocks, struct block_memory *memory,
	struct node *me, const struct verb_name *verb, struct grove_operation *o)
{
	struct problem problem = problem_of(me, verb, o);
	size_t element = element_of(verb, o);
	struct packed_use use = { &problem, me->number, collective_name(problem.collective),
		o->count, element };

	if (!verb && o->plan->matrix.item && (o->in_subarrays || o->out_subarrays))
		return why(EINVAL, "%s of a matrix: the matrix says where the rows are", use.name);
	if (!verb && problem.net.nodes != me->team->net.nodes)
		return network_check(o->plan, me->team);
	if (verb && !size_multiply(&use.bytes, o->count, element))
		return why(EINVAL, "%s: %zu elements are larger than memory", use.name, o->count);
	return packed_open(blocks, memory, o, &use);
}

static int call_collective(struct node *me, const struct verb_name *verb, struct grove_operation *o)
{
	struct cached_node *kept = me->kept;
	struct collective_request request;
	struct packed_blocks packed;
	int error = operation_pack(&packed, &kept->memory, me, verb, o);

	if (error)
		return error;
	packed_read(&packed);
	request = operation_request(verb, o);
	error = request.blocks ? sized_call(me, &request) : call_run(me, &request);
	if (!error)
		packed_write(&packed);
	return error;
}

static int prepare_collective(
	struct grove_request *r, const struct verb_name *verb, struct grove_operation *o)
{
	struct collective_request request;
	struct call *call;
	int error = operation_pack(&r->packed, &r->kept.memory, r->node, verb, o);

	if (error)
		return error;
	request = operation_request(verb, o);
	if (request.blocks)
		return sized_operation_prepare(r, &request);
	error = call_prepare(r->node, &request, &call);
	if (!error)
		request_keep(r, call);
	return error;
}

/* ---- Messages ---- */

/* Reads a message; a subarray becomes its rows. */
static int read_message(struct message_request *message, struct strided *rows,
	const struct verb_name *verb, const struct grove_operation *o)
{
	bool receives = verb->family == RECEIVES;
	const struct grove_subarray *subarray = receives ? o->out_subarrays : o->in_subarrays;

	if (o->blocks)
		return why(EINVAL, "%s: a message has no blocks", verb->name);
	*message = (struct message_request){ receives ? RECEIVE_MESSAGE : SEND_MESSAGE, o->node,
		o->tag, receives ? o->out : (void *)(uintptr_t)o->in, o->count,
		receives && !o->message };
	return subarray ? message_subarray(message, rows, subarray, verb->name) : 0;
}

static int call_message(
	struct node *me, const struct verb_name *verb, const struct grove_operation *o)
{
	struct grove_message *told = verb->family == RECEIVES ? o->message : NULL;
	struct message_request request;
	struct strided rows;
	int error = read_message(&request, &rows, verb, o);

	if (told)
		*told = message_of_nobody();
	if (!error)
		error = message_run(me, &request, verb->name);
	if (!error && told)
		*told = message_told(&request);
	return error;
}

static int prepare_message(
	struct grove_request *r, const struct verb_name *verb, const struct grove_operation *o)
{
	int error = read_message(&r->message, &r->rows, verb, o);

	r->talks = true;
	r->empty = o->node == GROVE_NOBODY;
	r->told = verb->family == RECEIVES ? o->message : NULL;
	if (error || r->empty)
		return error;
	return message_check(r->node, &r->message, verb->name);
}

/* ---- Any of these ---- */

int operation_prepare(struct grove_request *r, struct grove_operation *o)
{
	const struct verb_name *verb;
	int error;

	if (r->node->team->pace)
		return why(EINVAL,
			"a team with a pace has no requests: a paced node is in a single call");
	error = operation_verb(&verb, o);
	if (error)
		return error;
	return verb_talks(verb) ? prepare_message(r, verb, o) : prepare_collective(r, verb, o);
}

int grove_call(struct grove_node *outside, const struct grove_operation *operation)
{
	struct node *me = node_inside(outside);
	const struct verb_name *verb;
	struct grove_operation own;
	int error = outside && operation
			    ? node_may_block(me)
			    : why(EINVAL, "grove_call: the node or the operation is NULL");

	if (!error)
		error = sized_read(SIZED_OPERATION, &own, operation);
	if (!error)
		error = operation_verb(&verb, &own);
	if (!error)
		error = verb_talks(verb) ? call_message(me, verb, &own)
					 : call_collective(me, verb, &own);
	return why_answer(error);
}
