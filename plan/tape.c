/* Makes tapes: a node's sends and receives, from a plan or a schedule. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/array.h"
#include "base/error.h"
#include "plan/packets.h"
#include "plan/stream.h"
#include "plan/tape.h"

/* The arrays are never NULL, so that pointers to an empty run are valid. */
static int clear(struct tape *tape)
{
	int error = array_reserve(&tape->op, &tape->tape_ops_room, 1, sizeof *tape->op);

	tape->ops = tape->ranges = 0;
	return error ? error
		     : array_reserve(&tape->range, &tape->ranges_room, 1, sizeof *tape->range);
}

void tape_free(struct tape *tape)
{
	free(tape->op);
	free(tape->range);
	*tape = (struct tape){ 0 };
}

/* Adds an operation with that many ranges. */
static int add_op(struct tape *tape, struct tape_op op, const struct range *range, uint32_t count)
{
	int error = array_reserve(&tape->op, &tape->tape_ops_room, tape->ops + 1, sizeof op);

	if (!error)
		error = array_reserve(
			&tape->range, &tape->ranges_room, tape->ranges + count, sizeof *range);
	if (error)
		return error;
	op.first = (uint32_t)tape->ranges;
	for (uint32_t i = 0; i < count; i++) {
		op.bytes += range[i].end - range[i].begin;
		op.count = range_append(tape->range + op.first, op.count, range[i]);
	}
	tape->ranges += op.count;
	tape->op[tape->ops++] = op;
	return 0;
}

/* Compares by time and chunk, then sends by port, then receives by port. */
static int compare_ops(const void *a, const void *b)
{
	const struct tape_op *x = a, *y = b;

	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	if (x->chunk != y->chunk)
		return x->chunk < y->chunk ? -1 : 1;
	if ((x->op == OP_SEND) != (y->op == OP_SEND))
		return x->op == OP_SEND ? -1 : 1;
	return (x->port > y->port) - (x->port < y->port);
}

static void sort_ops(struct tape *tape)
{
	bool sorted = true;

	for (size_t i = 1; i < tape->ops && sorted; i++)
		sorted = compare_ops(&tape->op[i - 1], &tape->op[i]) <= 0;
	if (!sorted)
		qsort(tape->op, tape->ops, sizeof *tape->op, compare_ops);
}

/* Returns an operation of this time at an end of a link. `port` is the sender's port. */
static struct tape_op op_of(const struct network *net, bool receive, uint16_t port, int64_t time)
{
	return (struct tape_op){ .time = time,
		.op = receive ? OP_RECEIVE : OP_SEND,
		.port = receive ? (uint16_t)network_reverse_port(net, port) : port };
}

/* ---- From a plan ---- */

/* c is the node, relative to the root. */
static int add_packets(struct tape *tape, struct packets *packets, const struct network *net, int c)
{
	int got = 0, error = 0;

	while (!error && (got = packets_next(packets)) > 0) {
		const struct hop *h = packets->hop;
		struct tape_op op = op_of(net, h->from != c, h->port, packets->time);

		op.chunk = packets->chunk;
		op.fold = h->fold;
		error = add_op(tape, op, packets->range, packets->count);
	}
	sort_ops(tape);
	return error ? error : got;
}

/* Opens the packets of a bound plan for a node, and makes the node's stream if the plan has a
 * stream. */
static int open_packets(struct packets *packets, const struct plan *plan,
	const struct cutting *cutting, int root, int v, bool bare)
{
	struct stream_table table = { 0 };
	int error;

	if (!plan_streams(plan, cutting))
		return packets_of_node(packets, plan, cutting, root, v, NULL, bare);
	error = stream_table_open(&table, plan, cutting);
	if (!error)
		error = packets_of_node(packets, plan, cutting, root, v, &table, bare);
	stream_table_free(&table);
	return error;
}

int plan_tape(
	struct tape *tape, const struct plan *plan, const struct binding *binding, int v, bool bare)
{
	const struct network *net = &plan->problem.net;
	int root = collective_rooted(plan->problem.collective) ? binding->root : 0;
	struct packets packets = { 0 };
	struct cutting cutting;
	int error = clear(tape);

	if (error)
		return error;
	if (!plan->finalized)
		return why(EINVAL, "a plan that was not verified does not run");
	if (!plan->entry)
		return why(EINVAL, "a plan without an index has no tapes");
	error = binding_apply(&cutting, plan, binding);
	if (!error)
		error = binding_check_root(plan, root);
	if (!error)
		error = open_packets(&packets, plan, &cutting, root, v, bare);
	if (!error)
		error = add_packets(tape, &packets, net, network_untranslate(net, root, v));
	packets_close(&packets);
	return error;
}

/* ---- From a schedule ---- */

int schedule_tape(struct tape *tape, const struct schedule *schedule, int v)
{
	size_t first = schedule->first_of ? schedule->first_of[v] : 0;
	size_t last = schedule->first_of ? schedule->first_of[v + 1] : schedule->packets;
	int error = clear(tape);

	for (size_t i = first; i < last && !error; i++) {
		const struct packet *p =
			&schedule->packet[schedule->first_of ? schedule->index_of[i] : i];
		struct tape_op op = op_of(&schedule->problem.net, p->to == v, p->port, p->step);

		op.fold = (uint8_t)p->fold;
		if (p->from == v || p->to == v)
			error = add_op(tape, op, schedule->range + p->first, p->count);
	}
	if (!error)
		sort_ops(tape);
	return error;
}
