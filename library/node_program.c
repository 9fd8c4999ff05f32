/* Makes the programs of nodes, and frees them when no call needs them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>
#include "base/error.h"
#include "base/process.h"
#include "base/surroundings.h"
#include "library/node_program.h"
#include "library/plan_cache.h"
#include "plan/program/dependence.h"
#include "plan/program/expected.h"
#include "plan/tape.h"
#include "runtime/drive/pending.h"
#include "runtime/node/port.h"
#include "runtime/node/transport.h"

/* Makes the tape of a node. The packets of a schedule were cut when the file was made. */
static int make_tape(struct tape *tape, const struct grove_plan *plan,
	const struct binding *binding, int v, bool by_reference)
{
	if (!plan->plan)
		return schedule_tape(tape, plan->schedule, v);
	return plan_tape(tape, plan->plan, binding, v, by_reference);
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
	return team->pace || team_is_wired(team);
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

/* Lowers the tape of a node. */
static int lower_tape(struct program **program, struct node *me, const struct grove_plan *plan,
	const struct problem *problem, const struct binding *binding,
	const struct lowering *lowering)
{
	struct tape tape = { 0 };
	int error = make_tape(&tape, plan, binding, me->number, lowering->by_reference);

	if (!error)
		error = tape_check_elements(&tape, plan);
	if (!error)
		error = program_lower(program, problem, &tape, binding, lowering, me->number);
	tape_free(&tape);
	return error;
}

static struct lowering lowering_of(
	struct node *me, const struct grove_plan *plan, const struct program_use *use)
{
	bool sized = use->by_call || use->sizes;
	bool folds = collective_folds(plan->problem.collective);
	bool alltoall = plan->problem.collective == ALLTOALL && !sized; /* sized/in_place.c */

	return (struct lowering){ .inline_bytes = team_inline_bytes(me->team),
		.in_place = use->in_place && (folds || alltoall),
		.own_stays = use->in_place && !folds,
		.beside = node_beside(me),
		.matrix = plan->matrix.item ? &plan->matrix : NULL,
		.sized = use->by_call,
		.sizes = use->sizes,
		.apart = me->team->pace };
}

/* Returns the plan's problem, turned to the root of the call. */
static struct problem problem_at(const struct grove_plan *plan, int root)
{
	struct problem problem = plan->problem;

	problem.root = root;
	if (plan->plan && collective_sends(problem.collective))
		problem.destination =
			network_translate(&problem.net, root, plan->plan->problem.destination);
	return problem;
}

/* Makes what the program of a paced link, or of a wire, needs besides. */
static int lower_for_links(struct program *program, const struct node *me,
	const struct problem *problem, const struct lowering *lowering)
{
	int error = 0;

	if (lowering->apart)
		error = dependences_make(
			&program->dependences, program, problem, lowering->in_place);
	/* Nodes that make the same call can differ in sizes of blocks, and so in packets. */
	if (!error && team_is_wired(me->team) && !lowering->sizes)
		error = expected_make(&program->expected, program, problem->net.ports,
			lowering->inline_bytes, lowering->in_place);
	return error;
}

/* Finds the packets' limit and the way of forwarding: those of the program beside, or by the
 * model. */
static int bind(struct binding *binding, struct lowering *lowering, const struct node *me,
	const struct grove_plan *plan, const struct program_use *use)
{
	int error;

	if (use->beside) {
		*binding = use->beside->binding;
		lowering->by_reference = use->beside->by_reference;
		return 0;
	}
	error = blocks_check(plan, use->bytes);
	if (!error)
		error = plan_binding(binding, plan, use->bytes, use->root);
	if (!error && use->sizes)
		sizes_bind(binding, plan->plan, use->sizes);
	return error ? error : choose_forward(lowering, plan, use->bytes, me->team);
}

static int lower(struct program **program, struct node *me, const struct grove_plan *plan,
	const struct program_use *use)
{
	struct binding binding;
	struct lowering lowering = lowering_of(me, plan, use);
	struct problem problem = problem_at(plan, use->root);
	int error = bind(&binding, &lowering, me, plan, use);

	if (error)
		return error;
	if (use->beside && program_has_images(plan->plan, use->beside, &problem, &lowering))
		error = program_image(
			program, use->beside, &problem, &lowering, use->beside_node, me->number);
	else
		error = lower_tape(program, me, plan, &problem, &binding, &lowering);
	if (error)
		return error;
	error = lower_for_links(*program, me, &problem, &lowering);
	if (error)
		program_free(*program);
	return error;
}

int network_check(const struct grove_plan *plan, const struct team *team)
{
	const struct network *net = &team->net, *own = &plan->problem.net;

	if (network_same(net, own))
		return 0;
	return why(EINVAL, "a plan for %s does not run on a team of %s%s", own->name, net->name,
		strcmp(own->name, net->name) ? "" : ": the links, or their order, are others");
}

/* Checks that memory holds the programs of all nodes. The check runs once for a plan and size,
 * before the first node lowers its program. */
static int check_room(struct node *me, const struct grove_plan *plan, size_t bytes)
{
	struct cached_team *kept = me->team->kept;
	int error = 0;

	lock_take(&kept->lock);
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

int program_make(struct program **program, struct node *me, const struct grove_plan *plan,
	const struct program_use *use)
{
	PLAIN_SURROUNDINGS;
	int error = 0;

	if (!use->sizes && !use->beside)
		error = check_room(me, plan, use->bytes);
	return error ? error : lower(program, me, plan, use);
}

/* ---- Programs that go ---- */

/* Returns true if a call of the node that is not a request runs the program. Requests count as
 * users of their programs. */
static bool is_running(struct node *me, const struct program *program)
{
	bool held = me->drive->held, running;

	drive_hold(me->drive);
	running = me->program == program;
	for (const struct pending_call *c = me->started.oldest; c && !running; c = c->after)
		running = c->call.program == program;
	if (!held)
		drive_release(me->drive);
	return running;
}

/* Frees a program of the node as soon as no call needs the program any more. A node is in one call
 * besides its requests, so the program that had to wait before need not wait any longer. */
void program_drop(struct node *me, struct program *program)
{
	struct cached_node *kept = me->kept;

	if (kept->placed.program == program)
		kept->placed.program = NULL;
	if (program->users) {
		program->dropped = true;
	} else if (is_running(me, program)) {
		program_free(kept->dropped);
		kept->dropped = program;
	} else {
		program_free(program);
	}
}

/* ---- Programs that requests keep ---- */

void program_let_go(struct program *program)
{
	if (program && !--program->users && program->dropped)
		program_free(program);
}

void program_keep(struct program **kept, const struct call *call)
{
	struct program *program = (struct program *)(uintptr_t)call->program;

	program->users++;
	program_let_go(*kept);
	*kept = program;
}
