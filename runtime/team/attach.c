/* Attaches a caller's own thread to a team as a node, and detaches that thread. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <sched.h>
#include "base/error.h"
#include "runtime/node/abort.h"
#include "runtime/drive/gone.h"
#include "runtime/team/heal.h"
#include "runtime/team/team.h"
#include "runtime/drive/pending.h"
#include "runtime/drive/standstill.h"
#include "runtime/team/thread_exit.h"

/* team_state.h has the tables of writers and edges for T1 -> T2, team_hold.c for C3. */

/* Returns true if the worker belongs to this thread. No other thread then writes the words read
 * here. */
static bool belongs_here(const struct worker *worker)
{
	return pthread_equal(load_own(&worker->self), pthread_self()) && load_own(&worker->inside);
}

int team_attach(struct team *team, int v, struct node **me)
{
	struct worker *worker;
	uint32_t closing;
	int error = 0;

	if (team_forked(team))
		return team_refuse(team);
	guests_heal(team);
	if (team->threads)
		return why(EINVAL, "%s: the team has threads of its own", team->net.name);
	if (v < 0 || v >= team->net.nodes)
		return why(EINVAL, "%s has no node %d", team->net.name, v);
	worker = team->node[v].worker;
	if (exchange_ordered(&worker->taken, 1)) /* T2 */
		return why(EBUSY, "a thread is attached as node %d already", v);
	closing = load_ordered(&team->job.closing); /* C3 */
	if (closing != OPEN) {
		store_release(&worker->taken, 0); /* T1 */
		if (closing == HEALING)
			return sched_yield(), team_attach(team, v, me);
		return why(EBUSY, "%s: another thread frees the team", team->net.name);
	}
	/* While the node is taken, the team does not heal, so the line of its failure stays. */
	if (!team_sound(team))
		error = team_refuse(team);
	else if (worker_enlist(worker))
		error = -ENOMEM;
	if (error) {
		store_release(&worker->taken, 0); /* T1 */
		return error;
	}
	store_own(&worker->idle_since, MOVING);
	store_own(&worker->inside, true);
	*me = &team->node[v];
	return 0;
}

static int node_nested(const struct node *me)
{
	return why(EDEADLK,
		"node %d is inside operation #%llu: a fold may not call verbs of the team, "
		"nor leave",
		me->number, (unsigned long long)me->calls.operation);
}

static int node_foreign(const struct node *me)
{
	unsigned long long operation = load_own(&me->news.entered);
	const struct node *begun = node_in_call(me->team);

	if (begun)
		return node_nested(begun);
	if (team_sound(me->team) && operation != load_own(&me->news.left))
		return why(EBUSY, "node %d is inside operation #%llu of another thread", me->number,
			operation);
	return why(EINVAL, "this thread is not node %d", me->number);
}

/* A thread that is attached as several nodes cannot call a verb as one node inside a fold of
 * another. */
static int nothing_begun(const struct worker *worker)
{
	const struct node *begun = node_in_call(worker->team);

	return begun ? node_nested(begun) : 0;
}

int node_may_leave(const struct node *me)
{
	if (me->team->threads && team_top(me->team) == me->team)
		return why(EINVAL, "node %d belongs to a thread of the team", me->number);
	return belongs_here(me->worker) ? 0 : node_foreign(me);
}

int node_detach(struct node *me)
{
	struct worker *worker = me->worker;
	int error = node_may_leave(me);

	if (error)
		return error;
	if (pending_nested(me))
		return node_nested(me);
	worker_dismiss(worker);
	store_own(&worker->inside, false);
	store_own(&worker->idle_since, ABSENT);
	store_release(&worker->taken, 0); /* T1 */
	return 0;
}

static int node_of_other_body(const struct node *me)
{
	const struct node *own = me->drive->crew->now->node;

	return own->program && !own->started.away
		       ? node_nested(own)
		       : why(EINVAL, "node %d belongs to another body than the caller's",
				 me->number);
}

/* After a fork nobody gives back what a call has lent. */
static void break_pending(struct node *me)
{
	if (!team_forked(me->team) && belongs_here(me->worker) && me->drive->first)
		pending_break(me);
}

/* Looks at each reason by itself. */
static int look_further(struct node *me)
{
	const struct worker *worker = me->worker;

	if (!team_sound(me->team)) {
		break_pending(me);
		return team_refuse(me->team);
	}
	if (!belongs_here(worker))
		return node_foreign(me);
	if (me->team->workers < me->team->here && !load_own(&me->team->job.blocking))
		return why(EDEADLK,
			"%d nodes take turns on %d thread%s: call verbs in a body of "
			"grove_team_run, or run a plan by grove_team_execute",
			me->team->here, me->team->workers, me->team->workers == 1 ? "" : "s");
	if (!node_in_turn(me))
		return node_of_other_body(me);
	if ((me->started.open || me->program) && pending_nested(me))
		return node_nested(me);
	return worker->several && !worker->drive->crew ? nothing_begun(worker) : 0;
}

/* Most callers are outside of all calls, and the calling thread is running the node's body. While a
 * started call is open, a helper may write `program`. */
int node_may_block(struct node *me)
{
	const struct worker *worker = me->worker;
	const struct team *team = me->team;
	const struct crew *crew;

	if (load_acquire(&team->fault.error) || /* X2 */
		team->process != load_own(&process_generation) ||
		!pthread_equal(load_own(&worker->self), pthread_self()) ||
		!load_own(&worker->inside) || me->started.open || me->program)
		return look_further(me);
	crew = me->drive->crew;
	if (crew ? crew->now->node == me : !worker->several && team->workers >= team->here)
		return 0;
	return look_further(me);
}
