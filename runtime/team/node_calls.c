/* Runs programs: of a node, of all nodes of a thread, and those that a node has started. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include "runtime/node/abort.h"
#include "runtime/node/recall.h"
#include "runtime/paced/pace.h"
#include "runtime/node/call_record.h"
#include "runtime/drive/wait_report.h"
#include "runtime/node/scratch.h"
#include "runtime/drive/culprit.h"
#include "runtime/drive/gone.h"
#include "runtime/drive/pending.h"
#include "runtime/team/team.h"

/* An operation is an activity of its node (drive.c): most end in their first step, and the others
 * are carried on by the node's thread. Between the steps of an operation that a node has started
 * its body computes, and `away` says so: the operation is no call in which the thread is.
 *
 * All nodes start their calls in the same order, so a node that carries out its calls in that order
 * waits for no node that waits for the node: no call needs rings, operation numbers or fingerprints
 * of its own.
 *
 * A caller's fold may end the thread, and so may a cancellation while the thread waits. The thread
 * leaves the team in the innermost cleanup handler. Lent memory has therefore come back before a
 * handler of the caller frees that memory. The handler costs nothing on the normal path, thanks to
 * -fexceptions.
 *
 *	writers
 *	node		its own thread; other threads read only `news` (wait_report.h)
 *	oldest, newest, after, begun, away	whoever has the turn (drive.c)
 *
 *	edges
 *	entered		call_record.h: N5 -> N6 carries the records of operations up to that one */

/* Chooses how the operation copies, by the bytes of the node's buffers. */
static void choose_copies(struct node *me, size_t bytes)
{
	enum way way = WAY_USUAL;

	if (!me->paced)
		way = copy_trial_begin(
			&me->copying.trials, me->program, bytes > me->team->links.own_cache);
	me->copying.past = way == WAY_PAST;
	me->copying.alone = way == WAY_OTHER;
}

/* Begins an operation. Returns 0, or -ENOMEM when there is no memory for scratch. */
static inline int node_begin(struct node *me, const struct call *call)
{
	static const struct extent nothing; /* a barrier's packets have no extents */
	const struct program *program = call->program;

	if (program->scratch > me->scratch && scratch_grow(me, program->scratch))
		return -ENOMEM;
	me->program = program;
	me->started.in_call.stalled = false;
	me->next = program->instruction;
	me->end = program->instructions ? program->instruction + program->instructions : me->next;
	me->sent = NULL;
	me->read = 0;
	me->extent = program->extent ? program->extent : &nothing;
	me->space[INPUT] = (unsigned char *)(uintptr_t)call->input;
	me->space[OUTPUT] = call->output;
	if (program->by_reference && program->lends != SPACES &&
		me->lent.address != me->space[program->lends])
		me->lent.address = me->space[program->lends];
	me->outputs = call->blocks[OUTPUT];
	if (call->blocks[INPUT] && me->lent.blocks != call->blocks[INPUT])
		me->lent.blocks = call->blocks[INPUT];
	me->folding = call->folding;
	me->copying.past = me->copying.alone = false;
	if (program->input + program->output >= TRIAL_BYTES)
		choose_copies(me, program->input + program->output);
	me->calls.operation++;
	/* The number of the operation is spread over all bits. */
	me->calls.fingerprint =
		call->fingerprint ^ me->calls.operation * UINT64_C(0x9e3779b97f4a7c15);
	me->calls.history += me->calls.fingerprint;
	if (call->fingerprint != me->calls.called || me->calls.operation == 1)
		node_record(me, call);
	store_release(&me->news.entered, me->calls.operation); /* N5 */
	return me->paced ? pace_begin(me, program) : 0;
}

/* ---- An operation as an activity ---- */

static bool calls_caller(const struct folding *folding)
{
	return folding && !folding->kernel;
}

static bool operation_ready(void *in_call)
{
	const struct node *me = ((struct pending *)in_call)->node;

	return me->program && node_ready(me);
}

static bool paced_ready(void *in_call)
{
	struct node *me = ((struct pending *)in_call)->node;

	return me->program && pace_ready(me);
}

static void operation_recall(struct pending *pending)
{
	worker_recall(pending->node->worker);
	pending->node->started.oldest = NULL;
}

/* The calls after the oldest wait for the oldest. A node that waits tells for what; a node that
 * only looks tells here, and goes on telling if it is in vain. */
static bool operation_hopeless(struct pending *pending)
{
	struct node *me = pending->node;
	bool told = load_own(&me->news.waiting);

	if (!me->program || !node_gone(&me->team->node[me->next->peer]))
		return false;
	if (!told)
		node_tell(me);
	if (node_missed_peer(me))
		return true;
	if (!told)
		node_hush(me);
	return false;
}

static const struct pending_kind OPERATION = { node_step, operation_ready, operation_recall,
	operation_hopeless, NULL };
static const struct pending_kind PACED_OPERATION = { pace_step, paced_ready, operation_recall,
	operation_hopeless, NULL };

void operations_open(struct team *team)
{
	for (int v = 0; v < team->net.nodes; v++)
		team->node[v].started.in_call =
			(struct pending){ .kind = team->pace ? &PACED_OPERATION : &OPERATION,
				.node = &team->node[v] };
}

/* ---- Operations that a node has started ---- */

static struct pending_call *call_of(const struct pending *me)
{
	return (struct pending_call *)(uintptr_t)me;
}

/* A trial compares times, and a call that waits for its body has no time of its own. */
static __attribute__((noinline, cold)) bool call_begin(struct pending_call *c)
{
	struct node *me = c->base.node;

	if (c->prepare && !c->prepare(c->owner, &c->call))
		return false;
	if (node_begin(me, &c->call))
		return false;
	me->copying.trials.now = NULL;
	c->base.own = calls_caller(c->call.folding);
	c->begun = true;
	return true;
}

static enum outcome call_step(struct pending *pending)
{
	struct pending_call *c = call_of(pending);
	struct node *me = pending->node;
	enum outcome outcome;

	if (me->started.oldest != c)
		return BLOCKED;
	if (!c->begun && !call_begin(c))
		return BROKEN;
	if (me->started.in_call.stalled)
		return BLOCKED;
	me->started.away = false;
	outcome = me->started.in_call.kind->step(&me->started.in_call);
	me->started.away = outcome == MOVED || outcome == BLOCKED;
	if (outcome == ENDED)
		me->started.oldest = c->after;
	return outcome;
}

static bool call_ready(void *pending)
{
	struct pending_call *c = call_of(pending);
	struct node *me = c->base.node;

	return me->started.oldest == c &&
	       (!c->begun || me->started.in_call.kind->ready(&me->started.in_call));
}

static const struct pending_kind CALL = { call_step, call_ready, operation_recall,
	operation_hopeless, NULL };

/* A call that is not prepared yet needs the memory of its node. */
void pending_call_start(struct pending_call *c, struct node *me, const struct call *call)
{
	c->call = *call;
	c->begun = false;
	c->after = NULL;
	c->base.own = c->prepare || calls_caller(call->folding);
	drive_hold(me->drive);
	if (me->started.oldest)
		me->started.newest->after = c;
	else
		me->started.oldest = c;
	me->started.newest = c;
	pending_start(&c->base, &CALL, me);
}

/* Runs a call after all calls that the node has started. Has a frame of its own: where nodes share
 * a thread, each node's stack takes part in each call, and should be a few lines. */
static __attribute__((noinline)) int call_after(struct node *me, const struct call *call)
{
	struct pending_call c;
	struct pending *waited = &c.base;

	c.prepare = NULL;
	pending_call_start(&c, me, call);
	pending_wait_all(&waited, 1);
	if (c.base.state == PENDING_DONE)
		return 0;
	pending_break(me);
	return team_refuse(me->team);
}

/* ---- Calls ---- */

/* Most operations end in their first steps. */
int node_call(struct node *me, const struct call *call)
{
	enum outcome outcome;

	if (me->started.open)
		return call_after(me, call);
	if (node_begin(me, call))
		return team_refuse(me->team);
	pthread_cleanup_push(worker_leave, me->worker);
	outcome = me->started.in_call.kind->step(&me->started.in_call);
	if (outcome == MOVED || outcome == BLOCKED) {
		me->started.in_call.own = calls_caller(me->folding);
		outcome = pending_await(&me->started.in_call, outcome == BLOCKED);
	}
	pthread_cleanup_pop(0);
	if (outcome == ENDED)
		return 0;
	worker_recall(me->worker);
	return team_refuse(me->team);
}

/* Gives up. Afterwards no memory of the worker's nodes is lent. */
static int worker_broken(struct worker *me)
{
	worker_recall(me);
	return team_refuse(me->team);
}

/* Steps the nodes once, and waits for those that have not come to their ends. Returns true if all
 * have: a step may learn of an abort a moment before team_sound does. */
static bool worker_run(struct worker *me, struct waiter *wait)
{
	struct node *first = &me->team->node[me->first];
	enum outcome outcome = ENDED;
	int steps = 0;

	while (steps < me->nodes && outcome != BROKEN) {
		struct node *node = &first[steps++];

		outcome = node->started.in_call.kind->step(&node->started.in_call);
		wait->tried = outcome == BLOCKED;
		node->started.in_call.state = outcome == ENDED ? PENDING_DONE : PENDING_STARTED;
		node->started.in_call.own = calls_caller(node->folding);
	}
	while (steps--)
		if (first[steps].started.in_call.state == PENDING_STARTED)
			waiter_add(wait, &first[steps].started.in_call);
	if (wait->left)
		waiter_wait(wait);
	for (int n = 0; n < me->nodes && outcome != BROKEN; n++)
		if (first[n].started.in_call.state != PENDING_DONE)
			outcome = BROKEN;
	return outcome != BROKEN;
}

int worker_call(struct worker *me, const struct call *calls)
{
	struct waiter wait = { .worker = me, .drive = me->drive };
	bool ended;

	if (!team_sound(me->team))
		return team_refuse(me->team);
	for (int n = 0; n < me->nodes; n++)
		if (node_begin(&me->team->node[me->first + n], &calls[n]))
			return worker_broken(me);
	drive_hold(me->drive);
	pthread_cleanup_push(waiter_leave, &wait);
	ended = worker_run(me, &wait);
	pthread_cleanup_pop(0);
	drive_release(me->drive);
	return ended && team_sound(me->team) ? 0 : worker_broken(me);
}
