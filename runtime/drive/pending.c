/* Starts and tests the activities that a node does not wait for, and ends them with their body. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <sched.h>
#include <time.h>
#include "base/error.h"
#include "runtime/node/abort.h"
#include "runtime/drive/gone.h"
#include "runtime/drive/pending.h"
#include "runtime/node/transport.h"

/* drive_state.h has the tables of writers and edges. */

/* ---- Starting ---- */

void pending_start(struct pending *me, const struct pending_kind *kind, struct node *node)
{
	struct drive *d = node->drive;
	struct team *team = node->team;

	me->kind = kind;
	me->node = node;
	me->state = PENDING_STARTED;
	me->stalled = false;
	me->waiter = NULL;
	drive_hold(d);
	drive_add(d, me);
	drive_begin(d);
	drive_release(d);
	if (team->spread.transport)
		team->spread.transport->flush(node);
}

/* ---- Testing ---- */

enum {
	VAIN = 16, /* tests without success, after which a body that only tests sleeps */
	NAP_NS = 20000
};

static bool at_once(void *nothing)
{
	(void)nothing;
	return true;
}

/* A fold may end the thread in a step. */
static void settle(struct drive *d)
{
	pthread_cleanup_push(worker_leave, d->worker);
	while (d->first && drive_round(d))
		d->vain = 0;
	pthread_cleanup_pop(0);
}

/* A body that shares its thread gives way: a round follows when no other body can go on. */
static void carry_on(struct node *node)
{
	struct drive *d = node->drive;

	if (d->crew)
		node_wait(node, at_once, NULL);
	drive_hold(d);
	if (!d->crew)
		settle(d);
}

/* Returns true if the call is started no more. The thread has the turn. */
static bool look_again(struct pending *me)
{
	struct team *top = team_top(me->node->team);

	carry_on(me->node);
	if (top->spread.transport && pending_started(me)) {
		top->spread.transport->pump(
			top, false); /* also for a sub-team within the process */
		carry_on(me->node);
	}
	if (pending_hopeless(me))
		pending_give_up(me);
	return !pending_started(me);
}

bool pending_test(struct pending *me)
{
	const struct timespec nap = { 0, NAP_NS };
	struct node *node = me->node;
	struct drive *d = node->drive;
	bool over;

	drive_hold(d);
	if (!team_sound(node->team))
		drive_break(d);
	over = !pending_started(me) || look_again(me);
	d->vain++;
	drive_release(d);
	if (over)
		return true;
	if (node->team->spread.oversubscribed && d->vain > VAIN)
		nanosleep(&nap, NULL);
	if (!d->crew && !node->team->times.call.spin)
		sched_yield(); /* the thread that is waited for may need the core */
	return false;
}

/* ---- The end of a body ---- */

int pending_detach(struct node *me)
{
	int open = me->started.open + me->started.open_below;

	if (!open)
		return 0;
	if (team_sound(me->team))
		return why(EBUSY, "node %d has not waited for %d of the calls that it began",
			me->number, open);
	pending_break(me);
	pending_count(me, -me->started.open);
	return 0;
}

int pending_close(struct node *me)
{
	int open = me->started.open + me->started.open_below;

	if (!open)
		return 0;
	team_fail(me->team, &(struct abort_state){ EINVAL, EINVAL },
		"node %d ends, but has not waited for %d of the calls that it began",
		me->number, open);
	pending_break(me);
	me->started.open = me->started.open_below = 0;
	return team_refuse(me->team);
}

bool pending_nested(struct node *me)
{
	struct drive *d = me->drive;
	bool held = d->held, nested;

	if (!me->started.open)
		return me->program && !me->started.away;
	drive_hold(d);
	nested = me->program && !me->started.away;
	if (!held)
		drive_release(d);
	return nested;
}
