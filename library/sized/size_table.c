/* Fills the table of all sizes from what each node knows, and compares both ends of each block. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>
#include "base/error.h"
#include "library/handles.h"
#include "library/sized/size_table.h"

int size_table_exchange(struct node *me, const struct sized_request *r, size_t *table)
{
	size_t nodes = (size_t)team_network(node_team(me))->nodes, word = sizeof *table;
	struct grove_node *outside = node_outside(me);

	switch (r->collective) {
	case SCATTER:
		if (node_number(me) == r->root)
			memcpy(table, r->blocks.in_bytes, nodes * word);
		return grove_broadcast(outside, table, nodes * word, r->root);
	case GATHER:
		return grove_allgather(outside, r->blocks.in_bytes, table, word);
	case ALLTOALL:
		return grove_allgather(outside, r->blocks.in_bytes, table, nodes * word);
	case ALLGATHER:
		memcpy(table, r->blocks.out_bytes, nodes * word);
		return 0;
	case ORDERED_REDUCESCATTER: /* all nodes give the same counts */
		for (size_t v = 0; v < nodes; v++)
			memcpy(table + v * nodes, r->blocks.in_bytes, nodes * word);
		return 0;
	default:
		memcpy(table, r->blocks.in_bytes, nodes * word);
		return 0;
	}
}

bool size_table_fill(size_t *table, const struct problem *problem, int v,
	const struct grove_blocks *blocks, struct size_conflict *conflict)
{
	int other = semantics_before(problem, 0).first; /* all nodes have all blocks of a fold */
	bool again = collective_combines(problem->collective) && v != other;
	uint64_t first, last;

	semantics_inputs(problem, v, &first, &last);
	for (uint64_t b = first; b < last; b++) {
		size_t said = blocks->in_bytes[semantics_input_index(problem, v, b)];

		*conflict = (struct size_conflict){ other, v, table[b], said };
		if (again && table[b] != said)
			return false;
		table[b] = said;
	}
	return true;
}

bool size_table_match(const size_t *table, const struct problem *problem, int v,
	const struct grove_blocks *blocks, struct size_conflict *conflict)
{
	for (int origin = 0; origin < problem->net.nodes; origin++) {
		uint64_t b = semantics_block_from(problem, origin, v);
		int64_t place = semantics_output_index(problem, v, b);
		size_t expected;

		if (place < 0 || !nodes_have(semantics_before(problem, b), origin))
			continue;
		expected = blocks->out_bytes[place];
		*conflict = (struct size_conflict){ origin, v, table[b], expected };
		if (table[b] != expected)
			return false;
	}
	return true;
}
