/* Activities that a node starts or waits for, carried on by its thread and by a helper. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_DRIVE_PENDING_H
#define RUNTIME_DRIVE_PENDING_H

#include "runtime/node/abort.h"
#include "runtime/drive/crew.h"
#include "runtime/drive/gone.h"

/* A collective: the calls of a node run in the order of their starts. `prepare`, if not NULL, fills
 * in the call when all earlier calls of the node have ended. The node's own thread calls
 * prepare(owner, &call), which returns false if the team has failed. */
struct pending_call {
	struct pending base;
	struct call call;
	bool (*prepare)(void *owner, struct call *call);
	void *owner;
	bool begun;
	struct pending_call *after; /* the next call of the node */
};

/* Starts an activity, and carries it on as far as possible. `own` and, for a call, `prepare` and
 * `owner` are the caller's. */
void pending_start(struct pending *me, const struct pending_kind *kind, struct node *node);
void pending_call_start(struct pending_call *me, struct node *node, const struct call *call);

/* Makes `in_call` of each node of a new team an activity: the operation of the call in which the
 * node is, as fast as the machine goes, or on links with given times. */
void operations_open(struct team *team);

/* Wait until each, or any, of the calls[count] is started no more. NULL does not count.
 * pending_wait_any returns the number of such a call, or -1 if there are no calls. */
void pending_wait_all(struct pending *const *calls, int count);
int pending_wait_any(struct pending *const *calls, int count);

/* Looks once whether the call is started no more. A node that shares its thread gives way to the
 * other bodies of the thread. */
bool pending_test(struct pending *me);

/* Carries on an activity and waits for its end. Its kind, its node, `stalled` and `own` are the
 * caller's. `tried` says that a step has just returned BLOCKED. Returns ENDED or BROKEN. */
enum outcome pending_await(struct pending *me, bool tried);

/* Waits for the ends of such activities: waiter_add for each of one drive, then waiter_wait. */
void waiter_add(struct waiter *w, struct pending *me);
void waiter_wait(struct waiter *w);

/* The body's thread ends in such a wait, or an exception leaves a caller's fold: a handler for
 * pthread_cleanup_push. */
void waiter_leave(void *waiter);

/* The thread of this worker ends inside an operation or a body. Fails the team, then calls
 * worker_recall. This is a handler for pthread_cleanup_push. */
void worker_leave(void *worker);

/* Waits until ready(what), whether or not the node shares its thread. The node's thread looks, also
 * on behalf of other nodes; the event is told by parker_wake to the node's thread (park.h). Returns
 * 0, or -errno of an abort or a timeout, with why. */
int node_wait(struct node *me, bool (*ready)(void *what), void *what);

static inline void drive_add(struct drive *d, struct pending *p)
{
	p->next = d->first;
	d->first = p;
}

/* Steps the activity that was added last, as far as it goes. The others of the thread go on when a
 * body waits or tests. */
void drive_begin(struct drive *d);

/* Steps each activity once. Returns true if one moved. */
bool drive_round(struct drive *d);

/* Returns true if the activity can go on, or its team has failed. */
static inline bool pending_ready(struct pending *p)
{
	return (!p->stalled && p->kind->ready(p)) ||
	       load_acquire(&p->node->team->fault.error); /* X2 */
}

/* Returns true if an activity can go on, or a team has failed. */
bool drive_ready(void *drive);

/* Waits until an activity can go on, and ends those of teams that have failed. */
void drive_rest(struct drive *d);

/* Carries on the activities of the drive until a body can go on, and takes that body from the
 * queue. The thread has the turn. */
struct waiter *drive_next(struct drive *d);

/* The body of this waiter goes on when its turn comes. */
void waiter_wake(struct drive *d, struct waiter *w);

/* Fails the team of an activity that cannot end, and ends the activities of that team. */
void pending_give_up(struct pending *me);

/* Ends the thread's activities of teams that have failed. Afterwards their memory is not lent any
 * more. */
void drive_break(struct drive *d);
void pending_break(struct node *me);

/* A body has returned. Returns 0 if the body has learned of the end of all its calls. Otherwise
 * fails the team, ends the calls, and returns -EINVAL with why. */
int pending_close(struct node *me);

/* Returns -EBUSY with why if the node may not leave: the body has not learned the end of all its
 * calls. When the team has failed, the node may always leave, and its calls end. */
int pending_detach(struct node *me);

/* Returns true if the node's thread is inside a step of a call, in a caller's fold. */
bool pending_nested(struct node *me);

/* Counts calls of which the body has not yet learned the end. */
static inline void pending_count(struct node *me, int calls)
{
	me->started.open += calls;
	if (node_top(me) != me)
		((struct node *)(uintptr_t)node_top(me))->started.open_below += calls;
}

/* The turn of a drive: whoever steps the activities has it (helper.h). What the helper has ended
 * leaves the list when the thread takes the turn. */
void drive_take(struct drive *d);
static inline void drive_hold(struct drive *d)
{
	if (d->helper && !d->held && !team_forked(d->worker->team))
		drive_take(d);
}

/* Gives the turn back, to the helper as well. */
void drive_give(struct drive *d);
static inline void drive_release(struct drive *d)
{
	if (d->held)
		drive_give(d);
}

/* Steps the activities on behalf of the thread; the caller, a helper, has the turn. Returns true if
 * an activity moved. */
bool drive_help(struct drive *d);

#endif
