/* Prepares operations of requests in which each block has a size of its own. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "library/requests/requests.h"
#include "runtime/node/abort.h"

/* Takes the node's list of blocks, which the next such call of the node would write. */
static void take_blocks(struct grove_request *r)
{
	struct cached_node *kept = r->node->kept;

	r->kept.memory.placed = kept->memory.placed;
	kept->memory.placed = (struct grown_memory){ NULL, 0 };
	kept->placed.program = NULL;
}

/* ---- By copy ---- */

/* The node does not wait for the exchange, so the request has memory of its own. The application
 * may change its arrays. */
static int exchange_open(struct grove_request *r, const struct collective_request *s)
{
	const struct problem *problem = request_problem(r->node, s);
	size_t all = (size_t)semantics_blocks(problem), v = (size_t)r->node->number;
	size_t in = (size_t)semantics_input_blocks(problem, (int)v);
	size_t out = (size_t)semantics_output_blocks(problem, (int)v);
	struct size_exchange *e = malloc(sizeof *e + (all + in + out) * sizeof *e->table);

	if (!e)
		return why(ENOMEM, "no memory for the sizes of %zu blocks", all);
	r->exchange = r->kept.exchange = e;
	*e = (struct size_exchange){ .request = *s, .table = (size_t *)(e + 1) };
	e->sizes = (struct grove_blocks){ .in_bytes = e->table + all,
		.out_bytes = e->table + all + in };
	e->request.blocks = &e->sizes;
	if (in)
		memcpy(e->table + all, s->blocks->in_bytes, in * sizeof *e->table);
	if (out)
		memcpy(e->table + all + in, s->blocks->out_bytes, out * sizeof *e->table);
	return 0;
}

/* The sizes of all blocks are here. */
static bool sizes_came(void *request, struct call *call)
{
	struct grove_request *r = request;
	struct size_exchange *e = r->exchange;
	struct call *prepared;
	int error;

	if (!size_table_agrees(r->node, &e->request, e->table))
		return false;
	error = sized_prepare_copy(
		r->node, &e->request, r->kept.memory.placed.bytes, e->table, &prepared);
	if (error) {
		team_fail(r->node->team, &(struct abort_state){ -error, -error }, "%s", why_text());
		return false;
	}
	*call = *prepared;
	program_keep(&r->kept.program, call);
	return true;
}

static int prepare_exchange(struct grove_request *r, const struct collective_request *s)
{
	struct size_exchange *e;
	struct collective_request verb;
	struct call *call;
	int error = exchange_open(r, s);

	if (error)
		return error;
	take_blocks(r);
	e = r->exchange;
	size_table_begin(r->node, &e->request, e->table);
	verb = size_table_verb(r->node, &e->request, e->table);
	error = call_prepare(r->node, &verb, &call);
	if (error)
		return error;
	e->call = *call;
	program_keep(&r->kept.first, &e->call);
	r->run.call.prepare = sizes_came;
	r->run.call.owner = r;
	return 0;
}

/* By copy the sizes of all blocks must be known. */
static int prepare_copy(struct grove_request *r, const struct collective_request *s)
{
	size_t *table = sized_memory(r->node, s);
	const struct sized_block *blocks;
	struct call *call;
	int error;

	if (!table)
		return -ENOMEM;
	blocks = sized_place(r->node, s, &error);
	if (error)
		return error;
	if (!size_table_begin(r->node, s, table))
		return prepare_exchange(r, s);
	error = sized_prepare_copy(r->node, s, blocks, table, &call);
	if (!error)
		request_keep(r, call);
	return error;
}

/* ---- By reference, or directly ---- */

/* The program gets the sizes of this call, so the request needs a copy of its own. */
static int take_direct(struct grove_request *r, const struct call *call)
{
	struct program *program = program_copy(call->program);

	if (!program)
		return why(ENOMEM, "no memory for a program");
	program->dropped = true;
	r->call = *call;
	r->call.program = program;
	program_keep(&r->kept.program, &r->call);
	return 0;
}

static int prepare_reference(struct grove_request *r, struct collective_request *s)
{
	struct call *call;
	int error = sized_prepare(r->node, s, &call);

	if (error)
		return error;
	if (call->program->pattern)
		return take_direct(r, call);
	request_keep(r, call);
	take_blocks(r);
	return 0;
}

int sized_operation_prepare(struct grove_request *r, struct collective_request *s)
{
	int error = sized_check(r->node, s);

	if (!error)
		error = in_place_open(s, r->node, &r->kept.memory.sent, &r->sent);
	if (error)
		return error;
	return sized_by_copy(r->node->team, s) ? prepare_copy(r, s) : prepare_reference(r, s);
}
