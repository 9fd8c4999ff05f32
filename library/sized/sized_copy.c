/* Prepares the calls of a node by copy, where each block has a size of its own. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/error.h"
#include "base/hash.h"
#include "library/node_program.h"
#include "library/sized/sized.h"
#include "runtime/node/team_state.h"

struct sizes_sum {
	size_t count, largest, total;
	uint64_t hash;
};

static struct sizes_sum sum_up(const size_t *table, size_t count)
{
	struct sizes_sum sum = { .count = count };

	for (size_t b = 0; b < count; b++) {
		sum.largest = table[b] > sum.largest ? table[b] : sum.largest;
		sum.total += table[b];
		sum.hash = hash_word(sum.hash, table[b]);
	}
	return sum;
}

/* Returns true if not all nodes know all sizes. */
static bool sizes_travel(enum collective collective)
{
	return collective == SCATTER || collective == GATHER || collective == ALLTOALL;
}

/* Returns the size for which a plan is chosen: the mean, in whole elements. */
static struct plan_key size_of(const struct sizes_sum *sum, const struct collective_request *r)
{
	size_t element = r->fold ? type_bytes(r->type) : 1, each = sum->count * element;
	struct plan_key key = { .bytes = (sum->total / each + (sum->total % each != 0)) * element,
		.late = sizes_travel(r->collective) };

	if (key.late && key.bytes)
		key.bytes = (size_t)1 << (63 - __builtin_clzll(key.bytes));
	return key;
}

static int check_elements(const struct collective_request *r, const struct grove_plan *plan,
	const size_t *table, size_t count)
{
	size_t element = plan->folding.element;

	for (size_t b = 0; b < count && element > 1; b++)
		if (table[b] % element)
			return why(EINVAL,
				"%s: block %zu has %zu bytes, no whole number of elements of %zu "
				"bytes",
				sized_name(r->collective), b, table[b], element);
	return 0;
}

/* Returns the place of a block in its buffer. */
static size_t place_of(const struct sized_block *block, const void *buffer)
{
	return block->bytes ? (size_t)(block->address - (const unsigned char *)buffer) : 0;
}

static uint64_t hash_places(
	uint64_t hash, const struct sized_block *blocks, size_t count, const void *buffer)
{
	for (size_t k = 0; k < count; k++)
		hash = hash_word(hash, place_of(&blocks[k], buffer));
	return hash;
}

/* The blocks of a node by copy, and the sizes of all nodes. */
struct sized_copy {
	const struct sized_block *blocks;
	const size_t *table;
	size_t in, out; /* blocks of the node */
	struct sizes_sum sum;
};

static int make_copy(struct program **program, struct node *me, const struct collective_request *r,
	const struct grove_plan *plan, const struct sized_copy *c)
{
	size_t *at = calloc(c->in + c->out + 1, sizeof *at);
	struct block_sizes sizes = { c->table, at, at + c->in };
	struct program_use use = {
		.bytes = c->sum.largest, .root = r->root, .in_place = r->in_place, .sizes = &sizes
	};
	int error;

	if (!at)
		return why(ENOMEM, "no memory for %zu blocks", c->in + c->out);
	for (size_t k = 0; k < c->in + c->out; k++)
		at[k] = place_of(&c->blocks[k], k < c->in ? r->in : r->out);
	error = program_make(program, me, plan, &use);
	free(at);
	return error;
}

static int prepare_new_copy(struct node *me, const struct collective_request *r,
	const struct sized_copy *c, struct call **call)
{
	const struct plan_key size = size_of(&c->sum, r);
	struct made_call made;
	int error = call_plan(&made, me, r, &size);

	if (error)
		return error;
	error = check_elements(r, made.plan, c->table, c->sum.count);
	if (!error)
		error = make_copy(&made.program, me, r, made.plan, c);
	return prepared_add(call, me, r, &made, error);
}

int sized_prepare_copy(struct node *me, const struct collective_request *r,
	const struct sized_block *blocks, const size_t *table, struct call **call)
{
	const struct problem *problem = request_problem(me, r);
	struct sized_copy c = { blocks, table, (size_t)semantics_input_blocks(problem, me->number),
		(size_t)semantics_output_blocks(problem, me->number),
		sum_up(table, (size_t)semantics_blocks(problem)) };
	struct collective_request own = *r;
	int error = 0;

	own.count = c.sum.largest;
	own.sizes = c.sum.hash | 2; /* neither 0 nor SIZED_BY_CALL */
	own.places = hash_places(1, blocks, c.in, r->in);
	own.places = hash_places(own.places, blocks + c.in, c.out, r->out);
	*call = prepared_find(me, &own);
	if (!*call)
		error = prepare_new_copy(me, &own, &c, call);
	if (error)
		return error;
	(*call)->input = r->in;
	(*call)->output = r->out;
	(*call)->bytes = c.sum.total;
	return 0;
}
