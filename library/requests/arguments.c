/* Reads the arguments of an operation, as the verb of that name takes them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>
#include "base/error.h"
#include "base/size.h"
#include "library/messages/messages.h"
#include "library/requests/arguments.h"
#include "runtime/kernels/fold.h"

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

int operation_verb(const struct verb_name **verb, const struct grove_operation *o)
{
	*verb = NULL;
	if (o->plan && o->verb)
		return why(EINVAL, "the operation has a plan and the verb '%s'", o->verb);
	return o->plan ? 0 : find_verb(verb, o->verb);
}

struct collective_request operation_request(
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

struct message_request operation_message(
	const struct verb_name *verb, const struct grove_operation *o)
{
	bool receives = verb->family == RECEIVES;

	return (struct message_request){ receives ? RECEIVE_MESSAGE : SEND_MESSAGE, o->node, o->tag,
		receives ? o->out : (void *)(uintptr_t)o->in, o->count, receives && !o->message };
}

/* ---- Subarrays ---- */

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
	struct problem problem = { .net = *team_network(node_team(me)) };

	if (!verb)
		return o->plan->problem;
	problem.collective = verb->collective;
	problem.root = collective_rooted(verb->collective) ? o->root : 0;
	return problem;
}

int operation_pack(struct packed_blocks *blocks, struct packed_memory *memory, struct node *me,
	const struct verb_name *verb, struct grove_operation *o)
{
	struct problem problem = problem_of(me, verb, o);
	size_t element = element_of(verb, o);
	struct packed_use use = { &problem, node_number(me), collective_name(problem.collective),
		o->count, element };

	if (!verb && o->plan->matrix.item && (o->in_subarrays || o->out_subarrays))
		return why(EINVAL, "%s of a matrix: the matrix says where the rows are", use.name);
	if (!verb && problem.net.nodes != team_network(node_team(me))->nodes)
		return network_check(o->plan, node_team(me));
	if (verb && !size_multiply(&use.bytes, o->count, element))
		return why(EINVAL, "%s: %zu elements are larger than memory", use.name, o->count);
	return packed_open(blocks, memory, o, &use);
}

int operation_rows(struct strided *rows, struct message_request *message,
	const struct verb_name *verb, const struct grove_operation *o)
{
	const struct grove_subarray *subarray =
		verb->family == RECEIVES ? o->out_subarrays : o->in_subarrays;

	return subarray ? message_subarray(message, rows, subarray, verb->name) : 0;
}
