/* What each node does in an operation of SPMD style: verbs of plans, sized verbs, messages. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/error.h"
#include "library/handles.h"
#include "library/prepared.h"
#include "library/sized/sized.h"
#include "perf/timing/node_acts.h"
#include "plan/semantics.h"
#include "runtime/node/team_state.h"

enum {
	TAG = 1 /* of all messages */
};

/* ---- Blocks with sizes ---- */

static struct grove_blocks blocks_of(const struct session *s, int v)
{
	const struct sized_buffers *node = &s->sizes->node[v];

	return (struct grove_blocks){ node->in_bytes, NULL, node->out_bytes, NULL };
}

int sized_acts_open(struct session *s)
{
	const struct problem *problem = &s->plan->problem;
	size_t blocks = (size_t)semantics_blocks(problem);

	s->size_table = calloc(blocks + 1, sizeof *s->size_table);
	if (!s->size_table)
		return why(ENOMEM, "no memory for the sizes of %zu blocks", blocks);
	for (int v = 0; v < problem->net.nodes; v++) {
		const struct grove_blocks own = blocks_of(s, v);
		uint64_t first, last;

		semantics_inputs(problem, v, &first, &last);
		for (uint64_t b = first; b < last; b++)
			s->size_table[b] = own.in_bytes[semantics_input_index(problem, v, b)];
	}
	return 0;
}

int sized_act_prepare(const struct session *s, int v, struct call *call)
{
	const struct grove_blocks sizes = blocks_of(s, v);
	struct node *me = &s->team->node[v];
	struct collective_request request =
		plan_request(s->plan, s->buffers.node[v].in, s->buffers.node[v].out, 0);
	const struct sized_block *blocks;
	struct call *prepared;
	int error;

	request.blocks = &sizes;
	if (!sized_by_copy(s->team, &request)) {
		error = sized_prepare(me, &request, &prepared);
	} else {
		blocks = sized_place(me, &request, &error);
		if (!error)
			error = sized_prepare_copy(me, &request, blocks, s->size_table, &prepared);
	}
	if (!error)
		*call = *prepared;
	return error;
}

/* ---- Messages ---- */

unsigned char *message_out(const struct session *s, int v, int to)
{
	unsigned char *in = s->buffers.node[v].in; /* NULL without a byte */

	return in ? in + s->sizes->node[v].in_at[to] : NULL;
}

unsigned char *message_in(const struct session *s, int v, int from)
{
	unsigned char *out = s->buffers.node[v].out;

	return out ? out + s->sizes->node[v].out_at[from] : NULL;
}

static int pingpong(const struct session *s, struct grove_node *me, int v, int other)
{
	size_t bytes = s->pattern.bytes;
	bool first = v == s->pattern.problem.root;
	int error = 0;

	if (first)
		error = grove_send(me, message_out(s, v, other), bytes, other, TAG);
	if (!error)
		error = grove_recv(me, message_in(s, v, other), bytes, other, TAG, NULL);
	if (!error && !first)
		error = grove_send(me, message_out(s, v, other), bytes, other, TAG);
	return error;
}

static int stream(const struct session *s, struct grove_node *me, int v, int other)
{
	size_t bytes = s->pattern.bytes;
	bool first = v == s->pattern.problem.root;
	unsigned char *at = first ? message_out(s, v, other) : message_in(s, v, other);
	int error = 0;

	for (size_t k = 0; k < STREAM_WINDOW && !error; k++) {
		error = first ? grove_send(me, at, bytes, other, TAG)
			      : grove_recv(me, at, bytes, other, TAG, NULL);
		at = at ? at + bytes : NULL;
	}
	if (error)
		return error;
	return first ? grove_recv(me, NULL, 0, other, TAG, NULL)
		     : grove_send(me, NULL, 0, other, TAG);
}

int node_acts_open(struct session *s)
{
	const struct network *net = &s->pattern.problem.net;
	size_t nodes = (size_t)net->nodes, ports = (size_t)net->ports, bytes = s->pattern.bytes;

	if (s->form.messages != MESSAGES_EXCHANGE)
		return 0;
	s->neighbours = calloc(nodes * ports + 1, sizeof *s->neighbours);
	if (!s->neighbours)
		return why(ENOMEM, "no memory for the neighbours of %zu nodes", nodes);
	for (int v = 0; v < net->nodes; v++)
		for (size_t p = 0; p < ports; p++) {
			int to = network_neighbour(net, v, (int)p);
			struct grove_neighbour *one = &s->neighbours[(size_t)v * ports + p];

			one->node = to < 0 || to == v ? GROVE_NOBODY : to;
			if (one->node == GROVE_NOBODY)
				continue;
			*one = (struct grove_neighbour){ to, message_out(s, v, to), bytes,
				message_in(s, v, to), bytes };
		}
	return 0;
}

static int exchange(const struct session *s, struct grove_node *me, int v)
{
	int ports = s->pattern.problem.net.ports;

	return grove_exchange(me, &s->neighbours[(size_t)v * (size_t)ports], ports);
}

static int message_act(const struct session *s, struct grove_node *me, int v)
{
	const struct problem *problem = &s->pattern.problem;
	int other = v == problem->root ? problem->destination : problem->root;

	if (s->form.messages == MESSAGES_EXCHANGE)
		return exchange(s, me, v);
	if (v != problem->root && v != problem->destination)
		return 0;
	return (s->form.messages == MESSAGES_STREAM ? stream : pingpong)(s, me, v, other);
}

/* ---- Any operation ---- */

int node_act(const struct session *s, struct node *node)
{
	struct grove_node *me = node_outside(node);
	int v = node->number;
	const struct pattern_buffers *at = &s->buffers.node[v];

	if (s->form.messages)
		return message_act(s, me, v);
	if (s->sizes) {
		const struct grove_blocks blocks = blocks_of(s, v);

		return grove_call(me,
			&(struct grove_operation){
				.plan = s->plan, .in = at->in, .out = at->out, .blocks = &blocks });
	}
	if (s->verb) {
		const struct collective_request request = session_verb(s, v);

		return call_run(node, &request);
	}
	return grove_execute(me, s->plan, at->in, at->out, s->pattern.bytes);
}
