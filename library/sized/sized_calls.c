/* Prepares the calls of a node in which each block has a size of its own. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/error.h"
#include "library/sized/direct_calls.h"
#include "runtime/paced/pace.h"

int sized_check(const struct team *team, const struct grove_plan *plan)
{
	const char *name = collective_name(plan->problem.collective);

	if (!sized_name(plan->problem.collective))
		return why(EINVAL,
			"%s: blocks have sizes of their own in scatter, gather, allgather, "
			"alltoall and reducescatter",
			name);
	if (plan->matrix.item)
		return why(EINVAL, "%s of a matrix: the matrix says the sizes", name);
	if (plan->schedule)
		return why(EINVAL, "%s: the plan of a file is for blocks of %zu bytes", name,
			plan->schedule->bytes);
	if (team_forwards_by_copy(team) && plan->forward == FORWARD_REFERENCE)
		return refuse_reference(team);
	return 0;
}

bool sized_by_copy(const struct team *team, const struct sized_request *r)
{
	return team_forwards_by_copy(team) || collective_folds(r->collective) ||
	       (r->plan && r->plan->forward == FORWARD_COPY && !plan_direct(r->plan));
}

/* ---- Memory of the node ---- */

const struct problem *request_problem(struct node *me, const struct sized_request *r)
{
	struct problem *problem = &((struct cached_node *)*node_kept(me))->problem;

	if (!problem->net.nodes)
		problem->net = *team_network(node_team(me));
	problem->collective = r->collective;
	problem->root = r->root;
	return problem;
}

/* Other nodes read a list only while this node is in a call, so a list may move between calls. */
struct sized_block *sized_place(struct node *me, const struct sized_request *r, int *error)
{
	const struct problem *problem = request_problem(me, r);
	size_t count = blocks_count(problem, node_number(me)) + 1;
	struct cached_node *kept = *node_kept(me);

	kept->sized_call.call.program = NULL;
	if (count > kept->blocks_room) {
		free(kept->blocks);
		kept->blocks = calloc(count, sizeof *kept->blocks);
		kept->blocks_room = kept->blocks ? count : 0;
	}
	*error = kept->blocks ? blocks_place(kept->blocks, r, problem, node_number(me))
			      : why(ENOMEM, "no memory for a list of %zu blocks", count);
	return *error ? NULL : kept->blocks;
}

size_t *sized_memory(struct node *me, size_t count)
{
	struct cached_node *kept = *node_kept(me);

	if (count > kept->sizes_room) {
		free(kept->sizes);
		kept->sizes = calloc(count, sizeof *kept->sizes);
		kept->sizes_room = kept->sizes ? count : 0;
	}
	if (!kept->sizes)
		why(ENOMEM, "no memory for %zu sizes", count);
	return kept->sizes;
}

/* ---- The plan ---- */

/* Returns true if not all nodes know all sizes. */
static bool sizes_travel(enum collective collective)
{
	return collective == SCATTER || collective == GATHER || collective == ALLTOALL;
}

int sized_plan_find(struct node *me, const struct sized_request *r, size_t bytes, bool sized,
	const struct grove_plan **plan)
{
	struct cached_verb key = {
		.collective = r->collective, .bytes = bytes, .type = r->type, .sized = sized
	};
	struct grove_plan *found;
	int error;

	*plan = r->plan;
	if (r->plan)
		return 0;
	if (!sized && sizes_travel(r->collective)) {
		key.late = true;
		key.bytes = bytes ? (size_t)1 << (63 - __builtin_clzll(bytes)) : 0;
	}
	if (r->fold)
		key.fold = *r->fold;
	if (!network_symmetric(team_network(node_team(me))))
		key.root = r->root;
	error = verb_plan_find(me, &key, NULL, &found);
	*plan = error ? NULL : found;
	return error;
}

/* ---- By reference ---- */

struct call sized_call_of(const struct team *team, const struct sized_request *r,
	const struct grove_plan *plan, const struct program *program)
{
	return (struct call){ .program = program,
		.input = r->in,
		.output = r->out,
		.folding = plan->folding.element ? &plan->folding : NULL,
		.fingerprint = plan_fingerprint(plan, program, team),
		.name = sized_name(r->collective),
		.bytes = SIZE_MAX,
		.root = collective_rooted(r->collective) ? r->root : -1,
		.how = folding_word(&plan->folding) | (program->by_reference ? BY_REFERENCE : 0) };
}

static int prepare_reference(struct node *me, const struct sized_request *r,
	const struct grove_plan *plan, struct call *call)
{
	struct cached_program key = {
		.bytes = 1, .root = r->root, .in_place = r->in_place, .sizes = SIZED_BY_CALL
	};
	const struct program *program;
	int error;
	struct sized_block *blocks = sized_place(me, r, &error);

	if (!error)
		error = programs_find(me, plan, key, &program);
	if (error)
		return error;
	*call = sized_call_of(node_team(me), r, plan, program);
	call->blocks[0] = blocks;
	call->blocks[1] = blocks + program->input; /* blocks of 1 byte: bytes are blocks */
	return 0;
}

/* Returns true if a list of blocks has these sizes and places. */
static bool blocks_same(const struct sized_block *blocks, size_t count, const void *buffer,
	const size_t *bytes, const size_t *at)
{
	for (size_t k = 0; k < count; k++)
		if (blocks[k].bytes != bytes[k] ||
			(at && bytes[k] &&
				blocks[k].address != (const unsigned char *)buffer + at[k]))
			return false;
	return true;
}

bool sized_repeats(struct node *me, const struct sized_request *r)
{
	const struct cached_node *kept = *node_kept(me);
	const struct cached_sized_call *last = &kept->sized_call;
	const struct grove_blocks *b = &r->blocks;
	const struct problem *problem;
	size_t in, out;

	if (!last->call.program || last->collective != r->collective || last->root != r->root ||
		last->in_place != r->in_place || last->number != (r->plan ? r->plan->number : 0) ||
		last->call.input != r->in || last->call.output != r->out ||
		last->in_packed != !b->in_at || last->out_packed != !b->out_at)
		return false;
	problem = request_problem(me, r);
	in = (size_t)semantics_input_blocks(problem, node_number(me));
	out = (size_t)semantics_output_blocks(problem, node_number(me));
	return (!in || b->in_bytes) && (!out || b->out_bytes) &&
	       blocks_same(kept->blocks, in, r->in, b->in_bytes, b->in_at) &&
	       blocks_same(kept->blocks + in, out, r->out, b->out_bytes, b->out_at);
}

static int prepare_new(struct node *me, const struct sized_request *r)
{
	struct cached_sized_call *kept = &((struct cached_node *)*node_kept(me))->sized_call;
	const struct grove_plan *plan;
	struct call call;
	int error = sized_plan_find(me, r, 1, true, &plan);

	if (!error)
		error = plan_direct(plan) ? direct_prepare(me, r, plan, &call)
					  : prepare_reference(me, r, plan, &call);
	if (!error)
		*kept = (struct cached_sized_call){ r->collective, r->plan ? r->plan->number : 0,
			r->root, r->in_place, !r->blocks.in_at, !r->blocks.out_at, call };
	return error;
}

int sized_prepare(struct node *me, const struct sized_request *r, const struct call **call)
{
	*call = &((struct cached_node *)*node_kept(me))->sized_call.call;
	return sized_repeats(me, r) ? 0 : prepare_new(me, r);
}

/* ---- By copy ---- */

struct sizes_sum {
	size_t count, largest, total;
	uint64_t hash;
};

static uint64_t mix(uint64_t hash, uint64_t word)
{
	hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
	return hash ^ hash >> 32;
}

static struct sizes_sum sum_up(const size_t *table, size_t count)
{
	struct sizes_sum sum = { .count = count };

	for (size_t b = 0; b < count; b++) {
		sum.largest = table[b] > sum.largest ? table[b] : sum.largest;
		sum.total += table[b];
		sum.hash = mix(sum.hash, table[b]);
	}
	return sum;
}

/* Returns the mean size, in whole elements, for the choice of a plan. */
static size_t mean_of(const struct sizes_sum *sum, const struct sized_request *r)
{
	size_t element = r->fold ? type_bytes(r->type) : 1, each = sum->count * element;

	return (sum->total / each + (sum->total % each != 0)) * element;
}

static int check_elements(const struct sized_request *r, const struct grove_plan *plan,
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

/* Writes the places of a node's blocks. Returns the hash of all places. */
static uint64_t write_places(
	size_t *at, const struct sized_block *blocks, size_t count, const void *buffer)
{
	uint64_t hash = 1;

	for (size_t k = 0; k < count; k++) {
		at[k] = blocks[k].bytes
				? (size_t)(blocks[k].address - (const unsigned char *)buffer)
				: 0;
		hash = mix(hash, at[k]);
	}
	return hash;
}

int sized_prepare_copy(struct node *me, const struct sized_request *r,
	const struct sized_block *blocks, const size_t *table, struct call *call)
{
	const struct problem *problem = request_problem(me, r);
	size_t in = (size_t)semantics_input_blocks(problem, node_number(me));
	size_t out = (size_t)semantics_output_blocks(problem, node_number(me));
	struct sizes_sum sum = sum_up(table, (size_t)semantics_blocks(problem));
	size_t *at = calloc(in + out + 1, sizeof *at);
	struct block_sizes sizes = { table, at, at + in };
	struct cached_program key = {
		.bytes = sum.largest, .root = r->root, .in_place = r->in_place, .table = &sizes
	};
	const struct grove_plan *plan;
	const struct program *program;
	int error = at ? 0 : why(ENOMEM, "no memory for %zu blocks", in + out);

	if (!error)
		error = sized_plan_find(me, r, mean_of(&sum, r), false, &plan);
	if (!error)
		error = check_elements(r, plan, table, sum.count);
	if (!error) {
		key.sizes = mix(sum.hash, write_places(at, blocks, in, r->in));
		key.sizes = mix(key.sizes, write_places(at + in, blocks + in, out, r->out));
		key.sizes |= 2; /* neither 0 nor SIZED_BY_CALL */
		error = programs_find(me, plan, key, &program);
	}
	free(at);
	if (error)
		return error;
	*call = sized_call_of(node_team(me), r, plan, program);
	call->bytes = sum.total;
	return 0;
}
