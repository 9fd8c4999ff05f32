/* The state of a drive: the activities that a thread carries on, and who waits for their ends. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_NODE_DRIVE_STATE_H
#define RUNTIME_NODE_DRIVE_STATE_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include "runtime/ring/park.h"

enum outcome {
	MOVED,
	BLOCKED, /* until another node acts, or some time has come */
	ENDED,
	BROKEN /* the team has failed */
};

enum pending_state {
	PENDING_STARTED = 0, /* in the list of its thread */
	PENDING_DONE,
	PENDING_FAILED /* the team has failed, and no memory is lent any more */
};

/* An activity of a node advances without waiting: its part of a collective, messages, or the wait
 * for an event. What a kind of activity does:
 *
 * `step` carries the activity on, and returns MOVED, BLOCKED, ENDED or BROKEN. `ready` returns true
 * if a step would get on. `recall` takes back memory that is lent; the team has failed. `hopeless`
 * returns true if the activity cannot end any more, because nodes have gone. `tell` says in the
 * node's news for what the activity waits, or that it waits no longer; NULL: a node in an operation
 * says so by itself (wait_report.h). */
struct pending;
struct pending_kind {
	enum outcome (*step)(struct pending *me);
	bool (*ready)(void *pending);
	void (*recall)(struct pending *me);
	bool (*hopeless)(struct pending *me);
	void (*tell)(struct pending *me, bool waits);
	bool across; /* an event of several drives; only what comes for one wakes the thread */
};

struct pending {
	const struct pending_kind *kind;
	struct node *node; /* of the team of the activity */
	struct pending *next;
	struct waiter *waiter; /* NULL: nobody waits for the end */
	enum pending_state state;
	bool stalled; /* waits for a node of the same thread, which says when to look (ring.h) */
	int own; /* a step calls a function of the caller's, on the stack of the node's body */
};

/* A body that waits until all or any of its activities have ended. */
struct waiter {
	struct waiter *next;	      /* in the queue of bodies that can go on */
	struct drive *drive;	      /* of all its activities; NULL: they are of several drives */
	struct worker *worker;	      /* as which the thread waits */
	struct member *member;	      /* the body, where bodies share the thread */
	struct pending *const *calls; /* the activities; NULL: all that have this waiter */
	int count;
	int left; /* ends that the body waits for */
	bool any, queued;
	bool called; /* a step of an activity of the body's own can be made (drive.c) */
	bool tried;  /* a step of the activity has just found that it cannot go on */
};

static inline bool pending_started(const struct pending *me)
{
	return me && me->state == PENDING_STARTED;
}

/* writers
 *	first, next		the thread, while it has the turn
 *	awake, last, held	the thread
 *	state of an activity, and all that its step writes	whoever has the turn
 *
 *	edges
 *	turn			a mutex: all that the one thread wrote, to the next (helper.h) */
struct drive {
	struct pending *first;
	struct waiter *awake, *last; /* the queue of bodies that can go on */
	struct worker *worker;
	struct crew *crew; /* while bodies share the thread (crew.h); NULL: there is a single one */
	uint32_t vain;	   /* tests in a row in which nothing moved */
	bool held;	   /* the thread has the turn; `turn` is for a team with a helper */
	struct parker *helper; /* NULL: no other thread steps the activities */
	pthread_mutex_t turn;
	_Atomic uint32_t waiting; /* there may be something for the helper */
};

#endif
