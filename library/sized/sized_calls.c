/* Prepares the calls of a node in which each block has a size of its own. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include "base/error.h"
#include "library/node_program.h"
#include "library/sized/sized.h"
#include "runtime/paced/pace.h"
#include "runtime/node/team_state.h"

static int refuse_sizes(const char *name)
{
	return why(EINVAL,
		"%s: blocks have sizes of their own in scatter, gather, allgather, alltoall and "
		"reducescatter",
		name);
}

int sized_check_plan(const struct team *team, const struct grove_plan *plan)
{
	const char *name = collective_name(plan->problem.collective);

	if (!sized_name(plan->problem.collective))
		return refuse_sizes(name);
	if (plan->matrix.item)
		return why(EINVAL, "%s of a matrix: the matrix says the sizes", name);
	if (plan->schedule)
		return why(EINVAL, "%s: the plan of a file is for blocks of %zu bytes", name,
			plan->schedule->bytes);
	if (team_forwards_by_copy(team) && plan->forward == FORWARD_REFERENCE)
		return refuse_reference(team);
	return 0;
}

int sized_check(const struct node *me, const struct collective_request *r)
{
	if (r->plan)
		return sized_check_plan(me->team, r->plan);
	return sized_name(r->collective) ? call_check(me, r)
					 : refuse_sizes(collective_name(r->collective));
}

bool sized_by_copy(const struct team *team, const struct collective_request *r)
{
	return team_forwards_by_copy(team) || collective_folds(r->collective) ||
	       (r->plan && r->plan->forward == FORWARD_COPY && !plan_direct(r->plan));
}

/* ---- Memory of the node ---- */

const struct problem *request_problem(struct node *me, const struct collective_request *r)
{
	struct problem *problem = &((struct cached_node *)me->kept)->problem;

	if (!problem->net.nodes)
		problem->net = me->team->net;
	problem->collective = r->collective;
	problem->root = r->root;
	return problem;
}

/* Other nodes read a list only while this node is in a call, so a list may move between calls. */
struct sized_block *sized_place(struct node *me, const struct collective_request *r, int *error)
{
	const struct problem *problem = request_problem(me, r);
	size_t count = blocks_count(problem, me->number) + 1;
	struct cached_node *kept = me->kept;
	struct sized_block *blocks = memory_grow(&kept->memory.placed, count * sizeof *blocks);

	kept->placed.program = NULL;
	*error = blocks ? blocks_place(blocks, r, problem, me->number) : -ENOMEM;
	return *error ? NULL : blocks;
}

size_t *sized_memory(struct node *me, const struct collective_request *r)
{
	struct cached_node *kept = me->kept;
	size_t count = (size_t)semantics_blocks(request_problem(me, r));

	return memory_grow(&kept->memory.sizes, (count + 1) * sizeof(size_t));
}

/* ---- By reference, or directly ---- */

static int prepare_new(struct node *me, const struct collective_request *r, struct call **call)
{
	struct program_use use = {
		.bytes = 1, .root = r->root, .in_place = r->in_place, .by_call = true
	};
	struct made_call made;
	int error = call_plan(&made, me, r, &(struct plan_key){ .bytes = 1, .sized = true });

	if (error)
		return error;
	error = plan_direct(made.plan) ? direct_make(&made.program, me, made.plan, r->root)
				       : program_make(&made.program, me, made.plan, &use);
	return prepared_add(call, me, r, &made, error);
}

/* Where blocks may go directly, trials of copies compare calls of like bytes. */
static size_t class_of(
	struct node *me, const struct collective_request *r, const struct sized_block *blocks)
{
	const struct network *net = &me->team->net;
	bool direct = r->plan ? plan_direct(r->plan) : net->ports == net->nodes - 1;
	size_t bytes = direct ? direct_bytes(me, r, blocks) : 0;

	return bytes ? 64 - (size_t)__builtin_clzll(bytes) : 0;
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

static bool repeats(
	struct node *me, const struct collective_request *r, const struct program *program)
{
	const struct cached_node *kept = me->kept;
	const struct placed_call *placed = &kept->placed;
	const struct sized_block *blocks = kept->memory.placed.bytes;
	const struct grove_blocks *b = r->blocks;
	const struct problem *problem;
	size_t in, out;

	if (placed->program != program || placed->input != r->in || placed->output != r->out ||
		placed->in_packed != !b->in_at || placed->out_packed != !b->out_at)
		return false;
	problem = request_problem(me, r);
	in = (size_t)semantics_input_blocks(problem, me->number);
	out = (size_t)semantics_output_blocks(problem, me->number);
	return (!in || b->in_bytes) && (!out || b->out_bytes) &&
	       blocks_same(blocks, in, r->in, b->in_bytes, b->in_at) &&
	       blocks_same(blocks + in, out, r->out, b->out_bytes, b->out_at);
}

/* Finds the call if the node's list of blocks is right for it as it is; else NULL. */
static struct call *find_repeated(struct node *me, struct collective_request *r)
{
	const struct cached_node *kept = me->kept;
	struct call *call;

	r->sizes = SIZED_BY_CALL;
	r->count = kept->placed.class;
	call = kept->placed.program ? prepared_find(me, r) : NULL;
	return call && repeats(me, r, call->program) ? call : NULL;
}

static int place_call(struct node *me, struct collective_request *r, struct call **call)
{
	struct cached_node *kept = me->kept;
	int error;
	const struct sized_block *blocks = sized_place(me, r, &error);
	struct program *program;

	if (error)
		return error;
	r->count = class_of(me, r, blocks);
	*call = prepared_find(me, r);
	error = *call ? 0 : prepare_new(me, r, call);
	if (error)
		return error;
	program = (struct program *)(uintptr_t)(*call)->program;
	if (program->pattern)
		direct_write(program, me, r, blocks);
	kept->placed = (struct placed_call){ program, r->count, r->in, r->out, !r->blocks->in_at,
		!r->blocks->out_at };
	return 0;
}

int sized_prepare(struct node *me, struct collective_request *r, struct call **call)
{
	const struct cached_node *kept = me->kept;
	int error = 0;

	*call = find_repeated(me, r);
	if (!*call)
		error = place_call(me, r, call);
	if (error)
		return error;
	(*call)->input = r->in;
	(*call)->output = r->out;
	if ((*call)->program->pattern)
		return 0;
	(*call)->blocks[0] = kept->memory.placed.bytes;
	(*call)->blocks[1] = (*call)->blocks[0] + (*call)->program->input; /* blocks of 1 byte */
	return 0;
}
