/* Checks what a node asks of a collective, and prepares the call. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include "base/error.h"
#include "base/size.h"
#include "library/native_choice.h"
#include "library/node_program.h"
#include "library/prepared.h"
#include "plan/semantics.h"
#include "runtime/node/transport.h"

/* ---- Arguments ---- */

const char *sized_name(enum collective collective)
{
	static const char *const names[COLLECTIVE_KINDS] = { [SCATTER] = "scatterv",
		[GATHER] = "gatherv",
		[ALLGATHER] = "allgatherv",
		[ALLTOALL] = "alltoallv",
		[REDUCESCATTER] = "reducescatterv",
		[ORDERED_REDUCESCATTER] = "reducescatterv" };

	return names[collective];
}

const char *call_name(const struct collective_request *r)
{
	return r->blocks ? sized_name(r->collective) : collective_name(r->collective);
}

int call_check(const struct node *me, const struct collective_request *r)
{
	int last = me->team->net.nodes - 1;
	const char *name = call_name(r);
	bool folds = collective_folds(r->collective);
	struct folding folding;
	int error = 0;

	if (r->root < 0 || r->root > last)
		return why(EINVAL, "%s: root %d: the team has nodes 0 to %d", name, r->root, last);
	if (folds && !type_bytes(r->type))
		return why(EINVAL, "%s: there is no type %d", name, (int)r->type);
	if (folds && !r->fold)
		return why(EINVAL, "%s: the fold is NULL", name);
	if (collective_permutes(r->collective) && !r->permutation)
		return why(EINVAL, "permute: the permutation is NULL");
	if (collective_permutes(r->collective))
		error = permutation_check(r->permutation, me->team->net.nodes);
	else if (folds)
		error = folding_resolve(&folding, r->type, r->fold);
	if (error)
		return why(-error, "%s: %s", name, why_text());
	if (collective_kind(r->collective)->out == BLOCK_ON_ROOT && r->in == GROVE_IN_PLACE &&
		r->root != me->number)
		return why(EINVAL, "%s: GROVE_IN_PLACE is for the root, node %d", name, r->root);
	return 0;
}

/* Finds the bytes of a block. */
static int find_bytes(size_t *bytes, const struct collective_request *r)
{
	bool typed = collective_folds(r->collective);

	*bytes = r->count;
	if ((!typed || size_multiply(bytes, r->count, type_bytes(r->type))) &&
		*bytes <= BUFFER_MOST)
		return 0;
	return why(EINVAL, "%s: %zu %s are larger than memory", collective_name(r->collective),
		r->count, typed ? "elements" : "bytes");
}

/* ---- Plan and program ---- */

int call_plan(struct made_call *made, const struct node *me, const struct collective_request *r,
	const struct plan_key *size)
{
	struct plan_key key = *size;
	int error;

	*made = (struct made_call){ .plan = r->plan, .bytes = SIZE_MAX };
	prepared_beside(made, me, r);
	if (r->plan && !made->beside)
		return network_check(r->plan, me->team);
	if (made->plan)
		return 0;
	key.collective = r->collective;
	key.type = r->type;
	if (r->fold)
		key.fold = *r->fold;
	if (!network_symmetric(&me->team->net) ||
		!collective_rooted(r->collective)) /* translations keep no order of the nodes */
		key.root = r->root;
	error = plans_find(me->team, &key, r->permutation, &made->chosen);
	made->plan = made->chosen;
	return error;
}

/* Has a frame of its own: where nodes share a thread, each node's stack takes part in each call,
 * and should be a few lines. */
__attribute__((noinline)) int call_prepare_new(
	struct node *me, const struct collective_request *r, struct call **call)
{
	struct program_use use = {
		.bytes = r->count, .root = r->root, .in_place = is_in_place(r->in, r->out)
	};
	struct made_call made;
	int error = r->plan ? 0 : call_check(me, r);

	if (!error && !r->plan)
		error = find_bytes(&use.bytes, r);
	if (!error)
		error = call_plan(&made, me, r, &(struct plan_key){ .bytes = use.bytes });
	if (error)
		return error;
	made.bytes = use.bytes;
	use.beside = made.beside;
	use.beside_node = made.beside_node;
	if (team_is_wired(me->team))
		error = native_choice_find(&made.native, me, r, &made);
	if (!error)
		error = program_make(&made.program, me, made.plan, &use);
	return prepared_add(call, me, r, &made, error);
}

int node_prepare(struct node *me, const struct grove_plan *plan, const void *in, void *out,
	size_t bytes, struct call *call)
{
	struct collective_request r = plan_request(plan, in, out, bytes);
	struct call *prepared;
	int error = call_prepare(me, &r, &prepared);

	if (!error)
		*call = *prepared;
	return error;
}
