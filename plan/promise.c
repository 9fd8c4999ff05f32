/* Who holds which block before a collective, and who must hold which after it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "plan/promise.h"

uint64_t promise_blocks(const struct problem *problem)
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

bool promise_before(const struct problem *problem, int v, uint64_t block)
{
	switch (problem->collective) {
	case BROADCAST:
	case SCATTER:
	case SEND:
		return v == problem->root;
	case GATHER:
	case ALLGATHER:
	case PERMUTE:
		return block == (uint64_t)v;
	case ALLTOALL:
		return block / (uint64_t)problem->net.nodes == (uint64_t)v;
	default:
		return true; /* every node contributes to every block */
	}
}

bool promise_after(const struct problem *problem, int v, uint64_t block)
{
	switch (problem->collective) {
	case REDUCE:
	case GATHER:
		return v == problem->root;
	case SCATTER:
	case REDUCESCATTER:
		return block == (uint64_t)v;
	case ALLTOALL:
		return block % (uint64_t)problem->net.nodes == (uint64_t)v;
	case PERMUTE:
		return problem->permutation[block] == v;
	case SEND:
		return v == problem->destination;
	default:
		return true;
	}
}

int promise_input_blocks(const struct problem *problem, int v)
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

int promise_output_blocks(const struct problem *problem, int v)
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

int64_t promise_input_index(const struct problem *problem, int v, uint64_t block)
{
	if (!promise_input_blocks(problem, v) || !promise_before(problem, v, block))
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

int64_t promise_output_index(const struct problem *problem, int v, uint64_t block)
{
	if (problem->collective == SEND && v == problem->root)
		return 0; /* where it begins */
	if (!promise_output_blocks(problem, v) || !promise_after(problem, v, block))
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
