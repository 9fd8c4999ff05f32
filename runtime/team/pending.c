/* Carries on the calls that a node has started and does not wait for. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <sched.h>
#include <time.h>
#include "base/error.h"
#include "runtime/team/abort.h"
#include "runtime/team/gone.h"
#include "runtime/team/pending.h"
#include "runtime/team/thread_exit.h"
#include "runtime/team/transport.h"
#include "runtime/team/wait_report.h"

/* The calls of a node, and those of the same body in sub-teams, are in one list, in the order of
 * their starts. Every wait of the body goes round the list, so no call waits for another call of
 * the same thread. Calls that have ended leave the list when the body's thread goes round.
 *
 *	writers
 *	first, last, next	the node's thread, while it has the turn
 *	open, held		the node's thread
 *	state, and all that a step writes	whoever has the turn
 *
 *	edges
 *	turn			a mutex: all that the one thread wrote, to the next
 */

/* ---- The list ---- */

static void list_append(struct pending_list *list, struct pending *me)
{
	me->next = NULL;
	if (list->first)
		list->last->next = me;
	else
		list->first = me;
	list->last = me;
}

static void list_prune(struct pending_list *list)
{
	struct pending **link = &list->first, *last = NULL;

	while (*link)
		if ((*link)->state == PENDING_STARTED) {
			last = *link;
			link = &last->next;
		} else {
			*link = (*link)->next;
		}
	list->last = last;
}

static enum outcome pending_step(struct pending *me)
{
	uint64_t before = me->node->moves;
	enum outcome outcome = team_sound(me->node->team) ? me->kind->step(me) : BROKEN;

	if (outcome == ENDED)
		me->state = PENDING_DONE;
	return outcome == BLOCKED && me->node->moves != before ? MOVED : outcome;
}

/* Steps each call once. Returns BLOCKED if no call moved. */
static enum outcome list_step(struct pending_list *list)
{
	enum outcome outcome, all = BLOCKED;

	for (struct pending *p = list->first; p; p = p->next) {
		if (p->state != PENDING_STARTED)
			continue;
		outcome = pending_step(p);
		if (outcome == BROKEN) {
			p->kind->recall(p);
			p->state = PENDING_FAILED;
		}
		if (outcome != BLOCKED)
			all = MOVED;
	}
	list_prune(list);
	return all;
}

static bool list_ready(struct pending_list *list)
{
	for (struct pending *p = list->first; p; p = p->next)
		if (load_acquire(&p->node->team->fault) || p->kind->ready(p)) /* X2 */
			return true;
	return false;
}

static void list_fail(struct pending_list *list)
{
	for (struct pending *p = list->first; p; p = p->next)
		if (p->state == PENDING_STARTED) {
			p->kind->recall(p);
			p->state = PENDING_FAILED;
		}
	list->first = list->last = NULL;
}

/* A fold may end the thread in a step. */
static void settle_all(struct pending_list *list)
{
	pthread_cleanup_push(worker_leave, list->node->worker);
	while (list_step(list) == MOVED)
		list->vain = 0;
	pthread_cleanup_pop(0);
}

/* ---- Waiting ---- */

struct pending_wait {
	struct pending *const *calls;
	int count;
	bool all;
	const struct node *resting; /* the node that waits, of those of the calls; or NULL */
	struct pending *told;	    /* the call of which the node's news tell, or NULL */
};

static bool is_started(const struct pending *me)
{
	return me && me->state == PENDING_STARTED;
}

static const struct pending *first_started(const struct pending_wait *w)
{
	for (int i = 0; i < w->count; i++)
		if (is_started(w->calls[i]))
			return w->calls[i];
	return NULL;
}

/* Returns the first call that is started no more, or -1. */
static int first_ended(const struct pending_wait *w)
{
	for (int i = 0; i < w->count; i++)
		if (w->calls[i] && !is_started(w->calls[i]))
			return i;
	return -1;
}

static bool wait_over(const struct pending_wait *w)
{
	return !first_started(w) || (!w->all && first_ended(w) >= 0);
}

/* Does something with each list in which one of the calls is started: a thread may be attached as
 * several nodes. Returns true if the answer for one of the lists is true. */
static bool each_list(const struct pending_wait *w, bool (*what)(struct pending_list *list))
{
	struct pending_list *last = NULL;
	bool any = false;

	for (int i = 0; i < w->count; i++)
		if (is_started(w->calls[i]) && w->calls[i]->node->pending != last) {
			last = w->calls[i]->node->pending;
			any |= what(last);
		}
	return any;
}

static bool list_moves(struct pending_list *list)
{
	return list_step(list) == MOVED;
}

/* ---- Calls that can not end, because nodes have gone ---- */

static bool is_hopeless(struct pending *me)
{
	return is_started(me) && me->kind->hopeless(me);
}

/* Returns a call of the node, or of another node, that can not end, or NULL. */
static struct pending *hopeless_call(const struct pending_wait *w, bool of_other)
{
	for (int i = 0; i < w->count; i++)
		if (w->calls[i] && (w->calls[i]->node != w->resting) == of_other &&
			is_hopeless(w->calls[i]))
			return w->calls[i];
	return NULL;
}

/* Tells for which call the node waits; NULL: for none. */
static void tell(struct pending_wait *w, struct pending *me)
{
	if (w->told && w->told->kind->tell)
		w->told->kind->tell(w->told, false);
	if (me && me->kind->tell)
		me->kind->tell(me, true);
	w->told = me;
}

/* Of calls that all are waited for, one that can not end is enough; of others each must be so. The
 * node tells for which call it waits in vain. */
static bool wait_hopeless(void *wait)
{
	struct pending_wait *w = wait;
	struct pending *vain = hopeless_call(w, false);

	for (int i = 0; i < w->count && vain && !w->all; i++)
		if (is_started(w->calls[i]) && !is_hopeless(w->calls[i]))
			return false;
	if (vain)
		tell(w, vain);
	return vain;
}

/* The thread waits as one of its nodes. A call of another node that can not end makes it wait as
 * that node. */
static bool any_ready(void *wait)
{
	const struct pending_wait *w = wait;

	return each_list(w, list_ready) || (w->all && hopeless_call(w, true));
}

/* An error of the wait is an error of the team, which the next step finds. */
static void rest_as(struct pending_wait *w, struct pending *p)
{
	struct node *node = p->node;

	w->resting = node;
	tell(w, p);
	node->hope = w;
	node->hopeless = wait_hopeless;
	node_wait(node, any_ready, w);
	node->hopeless = NULL;
	tell(w, NULL);
}

static void rest_in(struct pending_wait *w)
{
	struct pending *other = w->resting && w->all ? hopeless_call(w, true) : NULL;

	rest_as(w, other ? other : (struct pending *)(uintptr_t)first_started(w));
}

static void wait_in(struct pending_wait *w)
{
	while (!wait_over(w))
		if (!each_list(w, list_moves) && !wait_over(w))
			rest_in(w);
}

/* Returns the first call that has ended, or -1. */
static int wait_with_turn(struct pending_wait *w)
{
	struct pending_list *last = NULL;
	const struct pending *first;
	int ended;

	for (int i = 0; i < w->count; i++)
		if (w->calls[i])
			pending_hold(w->calls[i]->node->pending);
	first = first_started(w);
	if (first) {
		pthread_cleanup_push(worker_leave, first->node->pending->node->worker);
		wait_in(w);
		pthread_cleanup_pop(0);
	}
	ended = first_ended(w);
	for (int i = 0; i < w->count; i++)
		if (w->calls[i] && w->calls[i]->node->pending != last) {
			last = w->calls[i]->node->pending;
			list_prune(last); /* the helper leaves in the list what has ended */
		}
	for (int i = 0; i < w->count; i++)
		if (w->calls[i])
			pending_release(w->calls[i]->node->pending);
	return ended;
}

void pending_wait_all(struct pending *const *calls, int count)
{
	wait_with_turn(&(struct pending_wait){ calls, count, true, NULL, NULL });
}

int pending_wait_any(struct pending *const *calls, int count)
{
	return wait_with_turn(&(struct pending_wait){ calls, count, false, NULL, NULL });
}

enum {
	VAIN = 16, /* tests, after which a body that only tests keeps other processes from the core */
	NAP_NS = 20000
};

static bool at_once(void *nothing)
{
	(void)nothing;
	return true;
}

/* Fails the team of a call that can not end. The next step finds the failure. */
static void give_up(struct pending *me)
{
	if (me->kind->tell)
		me->kind->tell(me, true);
	node_misses(me->node);
	node_hush(me->node);
	if (me->kind->tell)
		me->kind->tell(me, false);
	settle_all(me->node->pending);
}

bool pending_test(struct pending *me)
{
	const struct timespec nap = { 0, NAP_NS };
	struct node *node = me->node;
	struct team *top = team_top(node->team);
	bool over;

	pending_hold(node->pending);
	settle_all(node->pending);
	if (top->transport && is_started(me)) {
		top->transport->pump(top, false); /* also for a sub-team within the process */
		settle_all(node->pending);
	}
	if (is_hopeless(me))
		give_up(me);
	over = !is_started(me);
	node->pending->vain++;
	pending_release(node->pending);
	if (over)
		return true;
	if (node->team->crowded && node->pending->vain > VAIN)
		nanosleep(&nap, NULL);
	if (node->worker->crew)
		node_wait(node, at_once, NULL);
	else if (!node->team->call.spin)
		sched_yield(); /* the thread that is waited for may need the core */
	return false;
}

bool pending_round(struct node *me)
{
	return me->pending->first && list_step(me->pending) == MOVED;
}

bool pending_can_move(struct node *me)
{
	return me->pending->first && list_ready(me->pending);
}

/* ---- Starting ---- */

void pending_start(struct pending *me, const struct pending_kind *kind, struct node *node)
{
	struct pending_list *list = node->pending;
	struct team *top = team_top(node->team);

	me->kind = kind;
	me->node = node;
	me->state = PENDING_STARTED;
	pending_hold(list);
	list_append(list, me);
	settle_all(list);
	pending_release(list);
	if (top->transport)
		top->transport->carry(top);
}

/* ---- The end ---- */

void pending_break(struct node *me)
{
	struct pending_list *list = me->pending;
	bool held = list->held;

	pending_hold(list);
	for (struct pending *p = list->first; p; p = p->next)
		if (p->state == PENDING_STARTED && !team_sound(p->node->team)) {
			p->kind->recall(p);
			p->state = PENDING_FAILED;
		}
	list_prune(list);
	if (!held)
		pending_release(list);
}

void pending_leave(struct node *me)
{
	struct pending_list *list = me->pending;

	pending_hold(list);
	if (list->first)
		team_fail(list->node->team, &(struct abort_state){ ECANCELED, ECANCELED },
			"the thread of node %d ended with calls that it began", list->node->number);
	list_fail(list);
	list->open = 0;
	pending_release(list);
}

int pending_detach(struct node *me)
{
	bool top = me->pending == &me->own_pending;
	int open = top ? me->pending->open : me->open;

	if (!open)
		return 0;
	if (team_sound(me->team))
		return why(EBUSY, "node %d has not waited for %d of the calls that it began",
			me->number, open);
	pending_break(me);
	pending_count(me, -me->open);
	return 0;
}

int pending_close(struct node *me)
{
	int open = me->pending->open;

	if (!open)
		return 0;
	team_fail(me->team, &(struct abort_state){ EINVAL, EINVAL },
		"node %d ends, and has waited for all but %d of the calls that it began",
		me->number, open);
	pending_leave(me);
	return team_refuse(me->team);
}

bool pending_nested(struct node *me)
{
	struct pending_list *list = me->pending;
	bool held = list->held, nested;

	pending_hold(list);
	nested = me->program && !me->away;
	if (!held)
		pending_release(list);
	return nested;
}

/* ---- Help from another thread ---- */

/* A call of a team that has failed waits for its own thread, which takes back what is lent. */
static bool is_helped(const struct pending *me)
{
	return is_started(me) && me->kind->helps(me) && team_sound(me->node->team);
}

bool pending_help(struct pending_list *list)
{
	bool moved = false, left = false;

	for (struct pending *p = list->first; p; p = p->next) {
		enum outcome outcome = is_helped(p) ? pending_step(p) : BROKEN;

		moved |= outcome == MOVED || outcome == ENDED;
		left |= outcome == MOVED || outcome == BLOCKED;
	}
	store_own(&list->waiting, left);
	return moved;
}
