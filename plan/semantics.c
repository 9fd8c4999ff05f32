/* Reads from a collective's row which nodes have which blocks before and after the collective. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "plan/semantics.h"

static const struct collective_kind *kind_of(const struct problem *problem)
{
	return collective_kind(problem->collective);
}

static uint64_t nodes_of(const struct problem *problem)
{
	return (uint64_t)problem->net.nodes;
}

uint64_t semantics_blocks(const struct problem *problem)
{
	switch (kind_of(problem)->blocks) {
	case NO_BLOCKS:
		return 0;
	case ONE_BLOCK:
		return 1;
	case BLOCK_FOR_NODE:
		return nodes_of(problem);
	default:
		return nodes_of(problem) * nodes_of(problem);
	}
}

static const struct nodes nobody = { 0, 0 };

static struct nodes one(int v)
{
	return (struct nodes){ v, 1 };
}

/* Return the node at which a block begins, and the node at which a block ends, by its number. */
static int origin_of(const struct problem *problem, uint64_t block)
{
	bool two = kind_of(problem)->blocks >= BLOCK_FOR_PAIR;

	return (int)(two ? block / nodes_of(problem) : block);
}

static int owner_of(const struct problem *problem, uint64_t block)
{
	return (int)(block % nodes_of(problem));
}

/* Returns true for blocks that exist at the beginning: of the runs, each node has only its own
 * contribution. */
static bool is_begun(const struct problem *problem, uint64_t block)
{
	return kind_of(problem)->blocks != BLOCK_FOR_RUN ||
	       origin_of(problem, block) == owner_of(problem, block);
}

/* Returns false for a run that lacks a node. */
static bool is_whole(const struct problem *problem, uint64_t block)
{
	return kind_of(problem)->blocks != BLOCK_FOR_RUN || block + 1 == nodes_of(problem);
}

/* Returns the node that ends with the run 0 ... last as its prefix. */
static struct nodes holder_of_prefix(const struct problem *problem, uint64_t block, int behind)
{
	int v = owner_of(problem, block) + behind;

	return origin_of(problem, block) || v == problem->net.nodes ? nobody : one(v);
}

static struct nodes holders(const struct problem *problem, enum holders who, uint64_t block)
{
	if ((who == AT_ROOT || who == AT_ALL) && !is_whole(problem, block))
		return nobody;
	switch (who) {
	case AT_ROOT:
		return one(problem->root);
	case AT_DESTINATION:
		return one(problem->destination);
	case AT_ORIGIN:
		return is_begun(problem, block) ? one(origin_of(problem, block)) : nobody;
	case AT_OWNER:
		return one(owner_of(problem, block));
	case AT_LAST:
		return holder_of_prefix(problem, block, 0);
	case AT_NEXT:
		return holder_of_prefix(problem, block, 1);
	case AT_IMAGE:
		return one(problem->permutation[block]);
	default:
		return (struct nodes){ 0, problem->net.nodes };
	}
}

struct nodes semantics_before(const struct problem *problem, uint64_t block)
{
	return holders(problem, kind_of(problem)->before, block);
}

struct nodes semantics_after(const struct problem *problem, uint64_t block)
{
	return holders(problem, kind_of(problem)->after, block);
}

void semantics_inputs(const struct problem *problem, int v, uint64_t *first, uint64_t *last)
{
	const struct collective_kind *kind = kind_of(problem);
	uint64_t each = kind->blocks == BLOCK_FOR_PAIR ? nodes_of(problem) : 1;

	*first = 0;
	*last = semantics_blocks(problem);
	if (kind->before == AT_ROOT && v != problem->root)
		*last = 0;
	if (kind->before == AT_ORIGIN) {
		*first = (uint64_t)v * each;
		*last = *first + each;
	}
	if (kind->blocks == BLOCK_FOR_RUN) {
		*first = (uint64_t)v * nodes_of(problem) + (uint64_t)v;
		*last = *first + 1;
	}
}

static int buffer_blocks(const struct problem *problem, enum buffer buffer, int v)
{
	bool root = v == problem->root;

	switch (buffer) {
	case NO_BUFFER:
		return 0;
	case BLOCK_ON_ALL:
		return 1;
	case BLOCK_ON_ROOT:
		return root;
	case BLOCK_ON_ENDS:
		return root || v == problem->destination;
	case BLOCKS_ON_ROOT:
		return root ? problem->net.nodes : 0;
	default:
		return problem->net.nodes;
	}
}

int semantics_input_blocks(const struct problem *problem, int v)
{
	return buffer_blocks(problem, kind_of(problem)->in, v);
}

int semantics_output_blocks(const struct problem *problem, int v)
{
	return buffer_blocks(problem, kind_of(problem)->out, v);
}

int64_t semantics_input_index(const struct problem *problem, int v, uint64_t block)
{
	if (!semantics_input_blocks(problem, v) || !nodes_have(semantics_before(problem, block), v))
		return -1;
	return semantics_input_blocks(problem, v) > 1 ? owner_of(problem, block) : 0;
}

int64_t semantics_output_index(const struct problem *problem, int v, uint64_t block)
{
	if (collective_sends(problem->collective) && v == problem->root)
		return 0; /* where the block begins */
	if (!semantics_output_blocks(problem, v) || !nodes_have(semantics_after(problem, block), v))
		return -1;
	return semantics_output_blocks(problem, v) > 1 ? origin_of(problem, block) : 0;
}

uint64_t semantics_block_from(const struct problem *problem, int origin, int v)
{
	const struct collective_kind *kind = kind_of(problem);

	if (kind->blocks == ONE_BLOCK)
		return 0;
	if (kind->blocks == BLOCK_FOR_PAIR)
		return (uint64_t)origin * nodes_of(problem) + (uint64_t)v;
	return (uint64_t)(kind->before == AT_ROOT ? v : origin);
}

bool semantics_own_block(const struct problem *problem, int v, uint64_t *block)
{
	uint64_t nodes = nodes_of(problem);

	switch (kind_of(problem)->blocks) {
	case NO_BLOCKS:
		return false;
	case ONE_BLOCK:
		*block = 0;
		break;
	case BLOCK_FOR_NODE:
		*block = (uint64_t)v;
		break;
	default:
		*block = (uint64_t)v * nodes + (uint64_t)v;
	}
	return semantics_input_index(problem, v, *block) >= 0 &&
	       semantics_output_index(problem, v, *block) >= 0;
}

int semantics_prefix(const struct problem *problem, int v)
{
	switch (kind_of(problem)->after) {
	case AT_NEXT:
		return v - 1;
	case AT_LAST:
		return v;
	default:
		return v == problem->root || kind_of(problem)->after == AT_ALL
			       ? problem->net.nodes - 1
			       : -1;
	}
}
