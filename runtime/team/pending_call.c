/* Carries on the collectives that a node has started, one after another. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "runtime/team/abort.h"
#include "runtime/team/gone.h"
#include "runtime/team/pending.h"
#include "runtime/team/rounds.h"
#include "runtime/team/thread_exit.h"
#include "runtime/team/wait_report.h"

/* All nodes start their calls in the same order, so a node that carries out its calls in that order
 * waits for no node that waits for the node: no call needs rings, operation numbers or fingerprints
 * of its own.
 *
 * Between the steps of a call the node's body computes, and `away` says so: the call is no call in
 * which the thread is.
 *
 *	writers		oldest, newest, after, begun, away: whoever has the turn (pending.c)
 */

static struct pending_call *call_of(const struct pending *me)
{
	return (struct pending_call *)(uintptr_t)me;
}

/* A trial compares times, and a call that waits for its body has no time of its own. */
static bool call_begin(struct pending_call *c)
{
	struct node *me = c->base.node;

	if (c->prepare && !c->prepare(c->owner, &c->call))
		return false;
	if (node_begin_pending(me, &c->call))
		return false;
	me->copy_trials.now = NULL;
	c->begun = true;
	return true;
}

static enum outcome call_step(struct pending *pending)
{
	struct pending_call *c = call_of(pending);
	struct node *me = pending->node;
	enum outcome outcome;

	if (me->oldest != c)
		return BLOCKED;
	if ((!c->begun && !call_begin(c)) || !me->program)
		return BROKEN;
	me->away = false;
	outcome = node_step(me);
	me->away = true;
	if (outcome != ENDED)
		return outcome;
	node_end(me);
	me->oldest = c->after;
	return ENDED;
}

static bool call_ready(struct pending *pending)
{
	struct node *me = pending->node;

	return me->oldest == call_of(pending) && (!call_of(pending)->begun || node_ready(me));
}

static void call_recall(struct pending *pending)
{
	worker_recall(pending->node->worker);
	pending->node->oldest = NULL;
}

/* A caller's fold may throw, end its thread, or ask for grove_why. A call that is not prepared yet
 * needs the memory of its node. */
static bool call_helps(const struct pending *pending)
{
	const struct pending_call *c = call_of(pending);
	const struct folding *folding = c->call.folding;

	if (c->prepare && !c->begun)
		return false;
	return !folding || folding->kernel;
}

/* The calls behind the oldest wait for the oldest. A node that waits tells for what; a node that
 * only looks tells here, and goes on telling if it is in vain. */
static bool call_hopeless(struct pending *pending)
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

static const struct pending_kind CALL = { call_step, call_ready, call_recall, call_helps,
	call_hopeless, NULL };

void pending_call_start(struct pending_call *c, struct node *me, const struct call *call)
{
	c->call = *call;
	c->begun = false;
	c->after = NULL;
	pending_hold(me->pending);
	if (me->oldest)
		me->newest->after = c;
	else
		me->oldest = c;
	me->newest = c;
	pending_start(&c->base, &CALL, me);
}

int pending_call_run(struct node *me, const struct call *call)
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
