/* Caches the programs of a node: a plan is lowered once for each size. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "base/surroundings.h"
#include "library/kept_calls.h"
#include "plan/program/expected.h"
#include "plan/program/dependence.h"
#include "plan/tape.h"
#include "runtime/paced/pace.h"
#include "runtime/team/pending.h"

/* Makes the tape of a node. The packets of a schedule were cut when the file was made. */
static int make_tape(
	struct tape *tape, const struct grove_plan *plan, const struct binding *binding, int v)
{
	return plan->plan ? plan_tape(tape, plan->plan, binding, v)
			  : schedule_tape(tape, plan->schedule, v);
}

int tape_check_elements(const struct tape *tape, const struct grove_plan *plan)
{
	size_t element = plan->folding.element;

	for (size_t i = 0; element > 1 && plan->schedule && i < tape->ranges; i++)
		if (tape->range[i].begin % element || tape->range[i].end % element)
			return why(EINVAL, "bytes %zu to %zu cut an element of %zu bytes",
				tape->range[i].begin, tape->range[i].end, element);
	return 0;
}

bool team_forwards_by_copy(const struct team *team)
{
	return team_pacing(team) || team_is_wired(team);
}

int refuse_reference(const struct team *team)
{
	return team_is_wired(team)
		       ? why(EINVAL,
				 "nodes of different processes have no common memory: bytes are "
				 "forwarded by copy")
		       : why(EINVAL, "paced links carry the bytes themselves: they are forwarded "
				     "by copy");
}

/* Chooses between copy and zero-copy. A paced link carries the bytes themselves, because a
 * zero-copy packet would take none of the time that the pace demands. */
static int choose_forward(struct lowering *lowering, const struct grove_plan *plan, size_t bytes,
	const struct team *team)
{
	if (lowering->sizes)
		return 0;
	lowering->by_reference = lowering->sized || plan_forward(plan, bytes) == FORWARD_REFERENCE;
	/* Other nodes would read blocks that this node overwrites. */
	if (lowering->in_place && plan->problem.collective == ALLTOALL && lowering->by_reference) {
		lowering->by_reference = false;
		if (plan->forward != FORWARD_AUTO)
			return why(EINVAL, "alltoall by reference: not with GROVE_IN_PLACE");
	}
	if (!lowering->by_reference || !team_forwards_by_copy(team))
		return 0;
	lowering->by_reference = false;
	if (plan->forward == FORWARD_AUTO)
		return 0;
	return refuse_reference(team);
}

/* Gives each block its size. Pieces of a stream are cut for blocks of equal size, so a plan with a
 * stream has packets without limit. */
static void sizes_bind(
	struct binding *binding, const struct plan *plan, const struct block_sizes *table)
{
	binding->sizes = table->bytes;
	if (plan->stream)
		binding->packet = 0;
}

static int lower(struct program **program, struct node *me, const struct grove_plan *plan,
	const struct cached_program *key)
{
	struct binding binding;
	bool paced = team_pacing(node_team(me));
	bool folds = collective_folds(plan->problem.collective);
	bool alltoall = plan->problem.collective == ALLTOALL && !key->sizes; /* sized/in_place.h */
	bool same = key->in_place && (folds || alltoall);
	struct lowering lowering = { team_inline_bytes(node_team(me)), same,
		.own_stays = key->in_place && !folds, .beside = node_beside(me),
		.matrix = plan->matrix.item ? &plan->matrix : NULL,
		.sized = key->sizes == SIZED_BY_CALL, .sizes = key->table, .apart = paced };
	struct problem problem = plan->problem;
	struct tape tape = { 0 };
	int error;

	problem.root = key->root;
	if (plan->plan)
		problem.destination =
			network_translate(&problem.net, key->root, plan->plan->problem.destination);
	error = blocks_check(plan, key->bytes);
	if (!error)
		error = plan_binding(&binding, plan, key->bytes, key->root);
	if (!error && key->table)
		sizes_bind(&binding, plan->plan, key->table);
	if (!error)
		error = choose_forward(&lowering, plan, key->bytes, node_team(me));
	if (!error)
		error = make_tape(&tape, plan, &binding, node_number(me));
	if (!error)
		error = tape_check_elements(&tape, plan);
	if (!error)
		error = program_lower(
			program, &problem, &tape, &binding, &lowering, node_number(me));
	tape_free(&tape);
	if (error)
		return error;
	if (paced)
		error = dependences_make(&(*program)->dependences, *program, &problem, same);
	/* Nodes that make the same call can differ in sizes of blocks, and so in packets. */
	if (team_is_wired(node_team(me)) && !key->table)
		error = expected_make(&(*program)->expected, *program, problem.net.ports,
			lowering.inline_bytes, same);
	if (error)
		program_free(*program);
	return error;
}

int network_check(const struct grove_plan *plan, const struct team *team)
{
	const struct network *net = team_network(team), *own = &plan->problem.net;

	if (network_same(net, own))
		return 0;
	return why(EINVAL, "a plan for %s does not run on a team of %s%s", own->name, net->name,
		strcmp(own->name, net->name) ? "" : ": the links, or their order, are others");
}

static struct cached_program *place_of(struct cached_node *kept, const struct cached_program *key)
{
	uint64_t hash = key->number * 31 + key->bytes * 0x9e3779b97f4a7c15u +
			(uint64_t)key->root * 7 + key->in_place + key->sizes * 2;

	return &kept->program[(hash ^ hash >> 32) % KEPT_PROGRAMS];
}

/* Returns true if a call that the node has started runs the program. */
static bool is_started(const struct node *me, const struct program *program)
{
	for (const struct pending_call *c = me->oldest; c && program; c = c->after)
		if (c->call.program == program)
			return true;
	return false;
}

/* Returns where the next evicted program goes. While a verb waits, requests of the node may prepare
 * any number of programs. So the program of the verb stays; only requests count as users. */
static struct program **oldest_evicted(struct node *me)
{
	struct cached_node *kept = *node_kept(me);
	struct program **oldest = &kept->evicted[kept->evictions++ % EVICTED];

	if (!is_started(me, *oldest) || (*oldest)->users)
		return oldest;
	return &kept->evicted[kept->evictions++ % EVICTED];
}

/* Puts a program in the list of evicted programs and frees the oldest program of the list. Forgets
 * all kept calls of the evicted program. */
static void evict(struct node *me, struct program *program)
{
	struct cached_node *kept = *node_kept(me);
	struct program **oldest = oldest_evicted(me);

	kept_calls_forget(*thread_kept(me), me, program);
	if (kept->sized_call.call.program == program)
		kept->sized_call.call.program = NULL;
	if (*oldest && (*oldest)->users)
		(*oldest)->dropped = true;
	else
		program_free(*oldest);
	*oldest = program;
}

/* Checks that memory holds the programs of all nodes. The check runs once for a plan and size,
 * before the first node lowers its program. */
static int check_room(struct node *me, const struct grove_plan *plan, size_t bytes)
{
	struct cached_team *kept = team_kept(node_team(me));
	int error = 0;

	pthread_mutex_lock(&kept->lock);
	if (kept->fits_number != plan->number || kept->fits_bytes != bytes) {
		error = plan_runs(plan, bytes, 0);
		if (!error) {
			kept->fits_number = plan->number;
			kept->fits_bytes = bytes;
		}
	}
	pthread_mutex_unlock(&kept->lock);
	return error;
}

/* Lowers the plan and stores the program in its entry of the cache. */
static int make(struct cached_program *place, struct node *me, const struct grove_plan *plan,
	const struct cached_program *key)
{
	struct cached_program made = *key;
	int error = network_check(plan, node_team(me));

	made.table = NULL;
	if (!error && !key->table)
		error = check_room(me, plan, key->bytes);
	if (!error)
		error = lower(&made.program, me, plan, key);
	if (error)
		return error;
	if (place->program)
		evict(me, place->program);
	*place = made;
	return 0;
}

static int make_plainly(struct cached_program *place, struct node *me,
	const struct grove_plan *plan, const struct cached_program *key)
{
	struct surroundings callers = surroundings_plain();
	int error = make(place, me, plan, key);

	surroundings_restore(&callers);
	return error;
}

int programs_find(struct node *me, const struct grove_plan *plan, struct cached_program key,
	const struct program **program)
{
	struct cached_program *place;
	int error = 0;

	key.number = plan->number;
	place = place_of(*node_kept(me), &key);
	if (!place->program || place->number != key.number || place->bytes != key.bytes ||
		place->root != key.root || place->in_place != key.in_place ||
		place->sizes != key.sizes)
		error = make_plainly(place, me, plan, &key);
	*program = place->program;
	return error;
}
