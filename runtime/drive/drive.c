/* Carries on the activities of a thread, and lets bodies wait for their ends. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include "runtime/paced/pace.h"
#include "runtime/node/abort.h"
#include "runtime/drive/pending.h"
#include "runtime/drive/wait.h"

/* A thread has one list of activities: what its nodes do in calls, what their bodies have started,
 * and the same in sub-teams. Whoever waits on the thread steps all of them, so no activity waits
 * for another one of the same thread. No step waits, and no instruction waits for more than one
 * ring, so the result does not depend on the order of the steps.
 *
 * A caller's fold may throw, end its thread, or ask for grove_why. A step with such a fold is made
 * on the stack of its node's body.
 *
 * drive_state.h has the tables of writers and edges. */

enum {
	NAP_NS = 1000000 /* of a thread that is not woken by all that it waits for */
};

/* ---- The list ---- */

void waiter_wake(struct drive *d, struct waiter *w)
{
	if (w->queued)
		return;
	w->queued = true;
	w->next = NULL;
	if (d->awake)
		d->last->next = w;
	else
		d->awake = w;
	d->last = w;
}

/* The activity has left the list. */
static inline void finish(struct pending *p, enum outcome outcome)
{
	struct waiter *w = p->waiter;

	if (outcome == BROKEN && p->kind->recall)
		p->kind->recall(p);
	p->state = outcome == BROKEN ? PENDING_FAILED : PENDING_DONE;
	p->waiter = NULL;
	if (w && --w->left == 0 && w->drive)
		waiter_wake(w->drive, w);
}

/* ---- Rounds ---- */

static inline bool is_elsewhere(const struct drive *d, const struct pending *p)
{
	return p->own && d->crew && d->crew->now->node != node_top(p->node);
}

/* Lets the body go on that has to make the step itself. A body that is not in a wait comes to its
 * activities by itself. */
static enum outcome body_wake(struct drive *d, struct pending *p)
{
	struct waiter *w = crew_waiter(d->crew, node_top(p->node));

	if (!w || w->called || !p->kind->ready(p))
		return BLOCKED;
	w->called = true;
	waiter_wake(d, w);
	return MOVED;
}

/* Most activities are started, and not a body's own. The helper leaves in the list what has
 * ended. A node that waits for another node of its thread is passed over (allreduce of 8 bytes on
 * cube:8 by two threads: 51 us, so 35). */
static inline enum outcome pending_step(struct drive *d, struct pending *p)
{
	if (p->stalled)
		return BLOCKED;
	if (!((int)p->state | p->own))
		return p->kind->step(p);
	if (p->state != PENDING_STARTED)
		return ENDED;
	return is_elsewhere(d, p) ? body_wake(d, p) : p->kind->step(p);
}

/* Where bodies share the thread, rounds go forth and back. Packets come down a tree in the order of
 * the nodes' numbers, and go up in the opposite order. A round with the packets takes each packet
 * through all nodes of the thread; a round against the packets takes each packet over one link
 * (allreduce of 8 bytes on cube:8 by one thread: half the instructions in steps). */
static inline void drive_turn_round(struct drive *d)
{
	struct pending *p = d->first, *next;

	for (d->first = NULL; p; p = next) {
		next = p->next;
		drive_add(d, p);
	}
}

bool drive_round(struct drive *d)
{
	struct pending **link = &d->first, *p;
	bool moved = false;

	if (d->crew)
		drive_turn_round(d);
	while ((p = *link)) {
		enum outcome outcome = pending_step(d, p);

		moved |= outcome != BLOCKED;
		if (outcome == ENDED || outcome == BROKEN) {
			*link = p->next;
			finish(p, outcome);
		} else {
			link = &p->next;
		}
	}
	return moved;
}

bool drive_ready(void *drive)
{
	struct drive *d = drive;

	for (struct pending *p = d->first; p; p = p->next)
		if (pending_ready(p))
			return true;
	return false;
}

static int64_t nap(void *drive)
{
	(void)drive;
	return NAP_NS;
}

static bool waits_across(const struct drive *d)
{
	const struct pending *p = d->first;

	while (p && !p->kind->across)
		p = p->next;
	return p;
}

/* Most threads wait for a single activity. The others wait as any of their nodes: each team tells
 * this thread of its failure. */
void drive_rest(struct drive *d)
{
	struct pending *first = d->first;
	struct node *me = first->node;
	bool alone = !first->next;
	const struct wait wait = { alone ? first->kind->ready : drive_ready,
		alone ? (void *)first : d, &me->team->times.call, me->worker->parker, me->team,
		me->worker, waits_across(d) ? nap : NULL };
	int error = me->team->pace ? pace_wait(me->worker) : wait_for(&wait);

	if (error || !alone)
		drive_break(d);
}

struct waiter *drive_next(struct drive *d)
{
	struct waiter *next;

	while (!d->awake) {
		while (drive_round(d) && d->first)
			;
		if (!d->awake)
			drive_rest(d);
	}
	next = d->awake;
	d->awake = next->next;
	next->queued = false;
	return next;
}

void drive_begin(struct drive *d)
{
	struct pending *me = d->first;
	enum outcome outcome = team_sound(me->node->team) ? MOVED : BROKEN;

	pthread_cleanup_push(worker_leave, d->worker);
	while (outcome == MOVED)
		outcome = me->kind->step(me);
	pthread_cleanup_pop(0);
	if (outcome == BLOCKED)
		return;
	d->first = me->next;
	finish(me, outcome);
}

/* ---- The end ---- */

static bool is_over(const struct pending *me)
{
	return !pending_started(me);
}

static bool is_broken(const struct pending *me)
{
	return !team_sound(me->node->team);
}

/* Ends all activities of which that is true. */
static void drive_end(struct drive *d, bool (*is_true)(const struct pending *me))
{
	struct pending **link = &d->first, *p;

	while ((p = *link))
		if (is_true(p)) {
			*link = p->next;
			finish(p, pending_started(p) ? BROKEN : ENDED);
		} else {
			link = &p->next;
		}
}

void drive_take(struct drive *d)
{
	pthread_mutex_lock(&d->turn);
	d->held = true;
	drive_end(d, is_over);
}

void drive_give(struct drive *d)
{
	bool waits = d->first;

	d->held = false;
	store_ordered(&d->waiting, waits); /* E1 */
	pthread_mutex_unlock(&d->turn);
	if (waits)
		parker_wake(d->helper);
}

void drive_break(struct drive *d)
{
	drive_end(d, is_broken);
}

void pending_break(struct node *me)
{
	struct drive *d = me->drive;
	bool held = d->held;

	drive_hold(d);
	drive_break(d);
	if (!held)
		drive_release(d);
}

/* ---- Help from another thread ---- */

/* An activity of a team that has failed waits for its own thread, which takes back what is lent. */
static bool is_helped(const struct pending *me)
{
	return pending_started(me) && !me->own && team_sound(me->node->team);
}

bool drive_help(struct drive *d)
{
	bool moved = false, left = false;

	for (struct pending *p = d->first; p; p = p->next) {
		enum outcome outcome = is_helped(p) ? p->kind->step(p) : BROKEN;

		if (outcome == ENDED)
			p->state = PENDING_DONE;
		moved |= outcome == MOVED || outcome == ENDED;
		left |= outcome == MOVED || outcome == BLOCKED;
	}
	store_own(&d->waiting, left);
	return moved;
}
