/* Fills the table of all sizes from what each node knows, and compares both ends of each block. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "library/sized/sized.h"
#include "runtime/node/call_record.h"
#include "runtime/node/team_state.h"

bool size_table_begin(struct node *me, const struct collective_request *r, size_t *table)
{
	size_t nodes = (size_t)me->team->net.nodes, word = sizeof *table;

	switch (r->collective) {
	case SCATTER:
		if (me->number == r->root)
			memcpy(table, r->blocks->in_bytes, nodes * word);
		return false;
	case GATHER:
	case ALLTOALL:
		return false;
	case ALLGATHER:
		memcpy(table, r->blocks->out_bytes, nodes * word);
		return true;
	case ORDERED_REDUCESCATTER: /* all nodes give the same counts */
		for (size_t v = 0; v < nodes; v++)
			memcpy(table + v * nodes, r->blocks->in_bytes, nodes * word);
		return true;
	default:
		memcpy(table, r->blocks->in_bytes, nodes * word);
		return true;
	}
}

struct collective_request size_table_verb(
	struct node *me, const struct collective_request *r, size_t *table)
{
	size_t nodes = (size_t)me->team->net.nodes, word = sizeof *table;

	if (r->collective == SCATTER)
		return (struct collective_request){ .collective = BROADCAST,
			.out = table,
			.count = nodes * word,
			.root = r->root };
	return (struct collective_request){ .collective = ALLGATHER,
		.in = r->blocks->in_bytes,
		.out = table,
		.count = r->collective == ALLTOALL ? nodes * word : word };
}

int size_table_exchange(struct node *me, const struct collective_request *r, size_t *table)
{
	struct collective_request verb;
	struct call *call;
	int error;

	if (size_table_begin(me, r, table))
		return 0;
	/* By the plan on all nodes: other nodes may exchange their sizes in a request. */
	verb = size_table_verb(me, r, table);
	error = call_prepare(me, &verb, &call);
	return error ? error : node_call(me, call);
}

bool size_table_agrees(struct node *me, const struct collective_request *r, const size_t *table)
{
	const struct problem *problem = request_problem(me, r);
	int v = me->number;

	for (int origin = 0; origin < problem->net.nodes; origin++) {
		uint64_t b = semantics_block_from(problem, origin, v);
		int64_t place = semantics_output_index(problem, v, b);
		size_t expected;

		if (place < 0 || !nodes_have(semantics_before(problem, b), origin))
			continue;
		expected = r->blocks->out_bytes[place];
		if (table[b] == expected)
			continue;
		node_sizes_differ(me, sized_name(r->collective), origin, table[b], expected);
		return false;
	}
	return true;
}
