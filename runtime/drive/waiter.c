/* Lets bodies wait for the ends of activities: all or any of what they started, and events. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "runtime/node/abort.h"
#include "runtime/drive/pending.h"
#include "runtime/drive/wait_report.h"

/* drive_state.h has the tables of writers and edges. */

/* ---- Waiting ---- */

static void waiter_drop(struct waiter *w)
{
	struct waiter **link = &w->drive->awake;

	while (*link && *link != w)
		link = &(*link)->next;
	if (!*link)
		return;
	*link = w->next;
	w->drive->last = NULL;
	for (struct waiter *last = w->drive->awake; last; last = last->next)
		w->drive->last = last;
}

void waiter_leave(void *waiter)
{
	struct waiter *w = waiter;

	worker_leave(w->worker);
	for (int i = 0; i < w->count; i++)
		if (pending_started(w->calls[i]))
			w->calls[i]->waiter = NULL;
	if (!w->drive)
		return;
	waiter_drop(w);
	crew_waits(w->drive->crew, NULL);
	drive_release(w->drive);
}

void waiter_add(struct waiter *w, struct pending *me)
{
	me->state = PENDING_STARTED;
	me->waiter = w;
	w->left++;
	w->drive = me->node->drive;
	drive_add(w->drive, me);
}

/* A body that is called for a step of its own makes a round before it goes on: bodies that only
 * test leave the others no other turn. */
void waiter_wait(struct waiter *w)
{
	struct drive *d = w->drive;

	w->member = d->crew ? d->crew->now : NULL;
	crew_waits(d->crew, w);
	if (w->tried && !d->awake && !d->first->next)
		drive_rest(d);
	while (w->left > 0 || w->queued) {
		struct waiter *next = drive_next(d);

		if (next != w)
			crew_switch(w, next);
		if (w->called) {
			w->called = false;
			drive_round(d);
		}
	}
	crew_waits(d->crew, NULL);
}

enum outcome pending_await(struct pending *me, bool tried)
{
	struct drive *d = me->node->drive;
	struct waiter w = { .worker = me->node->worker, .tried = tried };

	drive_hold(d);
	waiter_add(&w, me);
	pthread_cleanup_push(waiter_leave, &w);
	waiter_wait(&w);
	pthread_cleanup_pop(0);
	drive_release(d);
	return me->state == PENDING_DONE ? ENDED : BROKEN;
}

/* ---- Waits for events ---- */

struct awaited {
	struct pending base;
	bool (*ready)(void *what);
	void *what;
};

static bool awaited_ready(void *event)
{
	struct awaited *e = event;

	return e->ready(e->what);
}

static enum outcome awaited_step(struct pending *event)
{
	return awaited_ready(event) ? ENDED : BLOCKED;
}

static const struct pending_kind EVENT = { awaited_step, awaited_ready, NULL, NULL, NULL };

/* The calls of a body may be of several drives: a thread may be attached as several nodes. */
static const struct pending_kind ACROSS = { awaited_step, awaited_ready, NULL, NULL, NULL, true };

static int await_event(const struct pending_kind *kind, struct node *me, bool (*ready)(void *what),
	void *what)
{
	struct awaited event = {
		.base = { .kind = kind, .node = me }, .ready = ready, .what = what
	};

	return pending_await(&event.base, true) == ENDED ? 0 : team_refuse(me->team);
}

int node_wait(struct node *me, bool (*ready)(void *what), void *what)
{
	return await_event(&EVENT, me, ready, what);
}

/* ---- Waits for calls that the body has started ---- */

static struct drive *drive_of(const struct pending *me)
{
	return me->node->drive;
}

static const struct pending *first_started(const struct waiter *w)
{
	for (int i = 0; i < w->count; i++)
		if (pending_started(w->calls[i]))
			return w->calls[i];
	return NULL;
}

/* Returns the first call that is started no more, or -1. */
static int first_ended(const struct waiter *w)
{
	for (int i = 0; i < w->count; i++)
		if (w->calls[i] && !pending_started(w->calls[i]))
			return i;
	return -1;
}

static bool wait_over(const struct waiter *w)
{
	return !first_started(w) || (w->any && first_ended(w) >= 0);
}

/* Does something with each drive in which one of the calls is started: a thread may be attached as
 * several nodes. Returns true if the answer for one of the drives is true. */
static bool each_drive(const struct waiter *w, bool (*what)(struct drive *d))
{
	struct drive *last = NULL;
	bool any = false;

	for (int i = 0; i < w->count; i++)
		if (pending_started(w->calls[i]) && drive_of(w->calls[i]) != last) {
			last = drive_of(w->calls[i]);
			any |= what(last);
		}
	return any;
}

static struct pending *vain_call(const struct waiter *w)
{
	for (int i = 0; i < w->count; i++)
		if (w->calls[i] && pending_vain(w->calls[i]))
			return w->calls[i];
	return NULL;
}

/* An event of this kind is no news of a drive, since it asks for that news. */
static bool is_ready(struct drive *d)
{
	for (struct pending *p = d->first; p; p = p->next)
		if (!p->kind->across && pending_ready(p))
			return true;
	return false;
}

static bool any_ready(void *waiter)
{
	return wait_over(waiter) || each_drive(waiter, is_ready) || vain_call(waiter);
}

/* Fails the team of a call that cannot end, and ends the calls of that team. */
void pending_give_up(struct pending *me)
{
	pending_misses(me);
	drive_break(drive_of(me));
}

static void wait_across(struct waiter *w)
{
	while (!wait_over(w)) {
		struct pending *vain;

		if (each_drive(w, drive_round))
			continue;
		vain = vain_call(w);
		if (vain)
			pending_give_up(vain);
		else
			await_event(&ACROSS, first_started(w)->node, any_ready, w);
	}
}

/* Says of the calls that this body waits for them, or, NULL, that nobody does. */
static void calls_told(const struct waiter *w, struct waiter *waiter)
{
	for (int i = 0; i < w->count; i++)
		if (pending_started(w->calls[i]))
			w->calls[i]->waiter = waiter;
}

static void wait_in(struct waiter *w)
{
	const struct pending *first = first_started(w);

	w->drive = drive_of(first);
	w->worker = w->drive->worker;
	for (int i = 0; i < w->count; i++) {
		if (!pending_started(w->calls[i]))
			continue;
		w->left++;
		if (drive_of(w->calls[i]) != drive_of(first))
			w->drive = NULL;
	}
	if (w->any)
		w->left = 1;
	calls_told(w, w);
	pthread_cleanup_push(waiter_leave, w);
	if (w->drive)
		waiter_wait(w);
	else
		wait_across(w);
	pthread_cleanup_pop(0);
	calls_told(w, NULL);
}

/* Returns the first call that has ended, or -1. */
static int wait_with_turn(struct waiter *w)
{
	int ended;

	for (int i = 0; i < w->count; i++)
		if (w->calls[i])
			drive_hold(drive_of(w->calls[i]));
	if (!wait_over(w))
		wait_in(w);
	ended = first_ended(w);
	for (int i = 0; i < w->count; i++)
		if (w->calls[i])
			drive_release(drive_of(w->calls[i]));
	return ended;
}

void pending_wait_all(struct pending *const *calls, int count)
{
	wait_with_turn(&(struct waiter){ .calls = calls, .count = count });
}

int pending_wait_any(struct pending *const *calls, int count)
{
	return wait_with_turn(&(struct waiter){ .calls = calls, .count = count, .any = true });
}
