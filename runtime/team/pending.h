/* Pending calls: started by a node, and carried on whenever the node's thread is in a call. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_TEAM_PENDING_H
#define RUNTIME_TEAM_PENDING_H

#include "runtime/team/abort.h"
#include "runtime/team/crew.h"
#include "runtime/team/helper.h"

enum pending_state {
	PENDING_STARTED, /* in the list of the node */
	PENDING_DONE,
	PENDING_FAILED /* the team has failed, and no memory is lent any more */
};

/* What a kind of call does. `step` carries the call on without waiting, and returns MOVED, BLOCKED,
 * ENDED or BROKEN. `ready` returns true if a step would get on. `recall` takes back memory that is
 * lent; the team has failed. `helps` returns true if another thread than the node's own may step
 * the call. `hopeless` returns true if the call can not end any more, because nodes have gone.
 * `tell` says in the node's news for what the call waits, or that it waits no longer; NULL: every
 * node in an operation says that by itself (wait_report.h). */
struct pending_kind {
	enum outcome (*step)(struct pending *me);
	bool (*ready)(struct pending *me);
	void (*recall)(struct pending *me);
	bool (*helps)(const struct pending *me);
	bool (*hopeless)(struct pending *me);
	void (*tell)(struct pending *me, bool waits);
};

struct pending {
	const struct pending_kind *kind;
	struct node *node; /* of the team of the call */
	struct pending *next;
	enum pending_state state;
};

/* A collective: the calls of a node are carried out in the order of their starts. `prepare`, if not
 * NULL, fills in the call when all earlier calls of the node have ended. The node's own thread
 * calls prepare(owner, &call), which returns false if the team has failed. */
struct pending_call {
	struct pending base;
	struct call call;
	bool (*prepare)(void *owner, struct call *call);
	void *owner;
	bool begun;
	struct pending_call *after; /* the next call of the node */
};

/* Starts a call, and carries the call on as far as possible. `prepare` and `owner` are the
 * caller's. */
void pending_start(struct pending *me, const struct pending_kind *kind, struct node *node);
void pending_call_start(struct pending_call *me, struct node *node, const struct call *call);

/* For waits of other kinds than pending_wait: a round carries on all calls of the node's list, and
 * returns true if a call moved. pending_can_move returns true if a round would. The node's thread
 * has the turn. */
bool pending_round(struct node *me);
bool pending_can_move(struct node *me);

/* Wait until each, or any, of the calls[count] is started no more. NULL does not count.
 * pending_wait_any returns the number of such a call, or -1 if there are no calls. */
void pending_wait_all(struct pending *const *calls, int count);
int pending_wait_any(struct pending *const *calls, int count);

/* Looks once whether the call is started no more. A node that shares its thread gives way to the
 * other bodies of the thread. */
bool pending_test(struct pending *me);

/* Carries out a call after all calls that the node has started: node_call for such a node. */
int pending_call_run(struct node *me, const struct call *call);

/* Ends the node's calls of teams that have failed. Afterwards the memory of these calls is not lent
 * any more. */
void pending_break(struct node *me);

/* A body has returned, or its thread ends. Returns 0 if the body has learned of the end of all its
 * calls. Otherwise fails the team, ends the calls, and returns -EINVAL with why. */
int pending_close(struct node *me);

/* Returns -EBUSY with why if the node may not leave: the body has not learned the end of all its
 * calls. When the team has failed, the node may always leave, and its calls end. */
int pending_detach(struct node *me);

/* The thread of the node ends: the team fails, and all calls end. */
void pending_leave(struct node *me);

/* Returns true if the node's thread is inside a step of a call, in a caller's fold. */
bool pending_nested(struct node *me);

/* Counts calls of which the body has not yet learned the end. */
static inline void pending_count(struct node *me, int calls)
{
	me->open += calls;
	me->pending->open += calls;
}

/* The turn of a list: whoever steps the calls has it (helper.h). */
static inline void pending_hold(struct pending_list *list)
{
	if (!list->helper || list->held || team_forked(list->node->team))
		return;
	pthread_mutex_lock(&list->turn);
	list->held = true;
}

static inline void pending_release(struct pending_list *list)
{
	if (list->held)
		helper_release(list);
}

/* Steps the calls of a list on behalf of its thread; the caller has the turn. Returns true if a
 * call moved. */
bool pending_help(struct pending_list *list);

#endif
