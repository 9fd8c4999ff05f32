/* Who holds which block before a collective, and who must hold which after it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "plan/semantics.h"

uint64_t semantics_blocks(const struct problem *problem)
{
	uint64_t nodes = (uint64_t)problem->net.nodes;

	switch (problem->collective) {
	case BARRIER:
		return 0;
	case BROADCAST:
	case REDUCE:
	case ALLREDUCE:
	case SEND:
		return 1;
	case ALLTOALL:
		return nodes * nodes;
	default:
		return nodes;
	}
}

static struct nodes one(int v)
{
	return (struct nodes){ v, 1 };
}

static struct nodes all(const struct problem *problem)
{
	return (struct nodes){ 0, problem->net.nodes };
}

struct nodes semantics_before(const struct problem *problem, uint64_t block)
{
	switch (problem->collective) {
	case BROADCAST:
	case SCATTER:
	case SEND:
		return one(problem->root);
	case GATHER:
	case ALLGATHER:
	case PERMUTE:
		return one((int)block);
	case ALLTOALL:
		return one((int)(block / (uint64_t)problem->net.nodes));
	default:
		return all(problem); /* every node contributes to every block */
	}
}

void semantics_inputs(const struct problem *problem, int v, uint64_t *first, uint64_t *last)
{
	uint64_t blocks = semantics_blocks(problem), nodes = (uint64_t)problem->net.nodes;

	*first = 0;
	*last = blocks;
	switch (problem->collective) {
	case BROADCAST:
	case SCATTER:
	case SEND:
		*last = v == problem->root ? blocks : 0;
		return;
	case GATHER:
	case ALLGATHER:
	case PERMUTE:
		*first = (uint64_t)v;
		*last = *first + 1;
		return;
	case ALLTOALL:
		*first = (uint64_t)v * nodes;
		*last = *first + nodes;
		return;
	default:
		return; /* every node contributes to every block */
	}
}

struct nodes semantics_after(const struct problem *problem, uint64_t block)
{
	switch (problem->collective) {
	case REDUCE:
	case GATHER:
		return one(problem->root);
	case SCATTER:
	case REDUCESCATTER:
		return one((int)block);
	case ALLTOALL:
		return one((int)(block % (uint64_t)problem->net.nodes));
	case PERMUTE:
		return one(problem->permutation[block]);
	case SEND:
		return one(problem->destination);
	default:
		return all(problem);
	}
}

int semantics_input_blocks(const struct problem *problem, int v)
{
	switch (problem->collective) {
	case SCATTER:
		return v == problem->root ? problem->net.nodes : 0;
	case REDUCESCATTER:
	case ALLTOALL:
		return problem->net.nodes;
	case BROADCAST:
	case SEND:
	case BARRIER:
		return 0;
	default:
		return 1;
	}
}

int semantics_output_blocks(const struct problem *problem, int v)
{
	switch (problem->collective) {
	case GATHER:
		return v == problem->root ? problem->net.nodes : 0;
	case REDUCE:
		return v == problem->root;
	case ALLGATHER:
	case ALLTOALL:
		return problem->net.nodes;
	case BARRIER:
		return 0;
	case SEND:
		return v == problem->root || v == problem->destination;
	default:
		return 1;
	}
}

int64_t semantics_input_index(const struct problem *problem, int v, uint64_t block)
{
	if (!semantics_input_blocks(problem, v) || !nodes_have(semantics_before(problem, block), v))
		return -1;
	switch (problem->collective) {
	case SCATTER:
	case REDUCESCATTER:
		return (int64_t)block;
	case ALLTOALL:
		return (int64_t)(block % (uint64_t)problem->net.nodes);
	default:
		return 0;
	}
}

int64_t semantics_output_index(const struct problem *problem, int v, uint64_t block)
{
	if (problem->collective == SEND && v == problem->root)
		return 0; /* where it begins */
	if (!semantics_output_blocks(problem, v) || !nodes_have(semantics_after(problem, block), v))
		return -1;
	switch (problem->collective) {
	case GATHER:
	case ALLGATHER:
		return (int64_t)block;
	case ALLTOALL:
		return (int64_t)(block / (uint64_t)problem->net.nodes);
	default:
		return 0;
	}
}

bool semantics_own_block(const struct problem *problem, int v, uint64_t *block)
{
	switch (problem->collective) {
	case BROADCAST:
	case SEND:
	case BARRIER:
		return false;
	case REDUCE:
	case ALLREDUCE:
		*block = 0;
		break;
	case ALLTOALL:
		*block = (uint64_t)v * (uint64_t)problem->net.nodes + (uint64_t)v;
		break;
	default:
		*block = (uint64_t)v;
	}
	return semantics_input_index(problem, v, *block) >= 0 &&
	       semantics_output_index(problem, v, *block) >= 0;
}
