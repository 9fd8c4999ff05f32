/* A crew is the bodies of several nodes that share a thread, each on a stack of its own. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_TEAM_CREW_H
#define RUNTIME_TEAM_CREW_H

#include "base/error.h"
#include "runtime/fiber/fiber.h"
#include "runtime/fiber/fiber_stacks.h"
#include "runtime/team/step.h"

/* A node that cannot go on gives way to the next body that can. When no body of the thread can go
 * on, the thread steps the nodes in turn, as in a phase: a packet costs no switch. A node whose
 * operation has ended goes on when its turn comes. The thread spins, yields or parks when no node
 * of the thread can move.
 *
 * writers: all of it is the thread's own; the holder of the team makes and frees crews. */
struct member {
	_Alignas(64) struct fiber fiber;
	struct member *next; /* in the queue of bodies that can go on */
	struct node *node;
	struct crew *crew;
	enum outcome outcome; /* of the wait: MOVED, ENDED, BROKEN */
	char why[WHY_BYTES];  /* the node's line of grove_why */
};

struct crew {
	struct worker *worker;
	struct member *member; /* [worker->nodes] */
	struct member *now;
	struct member *first, *last; /* the queue */
	struct fiber home;	     /* the thread's own stack */
	struct fiber *after;	     /* goes on when all bodies have ended */
	int left;		     /* bodies that have not ended */
	_Atomic uint32_t turn;	     /* the place of `now` in `member`, for outside.c */
	node_body *body;
	void *argument;
	struct fiber_stacks stacks;
};

/* Gives each thread a crew if there are fewer threads than nodes. Called by the holder of the team.
 * Returns 0 or -ENOMEM with why. */
int crews_open(struct team *team);
void crews_close(struct team *team);

/* Frees the fibers of threads that have ended in a body. */
void crews_heal(struct team *team);

/* Runs the body on all nodes of the thread. Returns 0: an error of a body has failed the team. */
int crew_run(struct worker *me, node_body *body, void *argument);

/* Waits until ready(what), whether or not the node shares its thread. The node's thread looks, also
 * on behalf of other nodes; the event is told by parker_wake to the node's thread (park.h). Returns 0,
 * or -errno of an abort or a timeout, with why. */
int node_wait(struct node *me, bool (*ready)(void *what), void *what);

/* Waits in an operation. For a node that shares its thread. Called on the node's own stack, inside
 * an operation of which node_step or pace_step has returned BLOCKED. Gives way until the
 * operation has ended (ENDED), the team has failed (BROKEN), or the node should step again
 * (MOVED). */
enum outcome crew_wait(struct node *me);

/* Returns the node of the team at the top, to which a node of a sub-team belongs. */
static inline const struct node *node_top(const struct node *me)
{
	while (me->worker->above)
		me = me->worker->above;
	return me;
}

/* Returns true if this thread carries out the body of the node, and not another node's. */
static inline bool node_in_turn(const struct node *me)
{
	return !me->worker->crew || me->worker->crew->now->node == node_top(me);
}

/* Returns the worker's node whose body this thread carries out, or else the worker's first node. */
static inline struct node *worker_node(const struct worker *me)
{
	return me->crew && !me->above ? me->crew->now->node : &me->team->node[me->first];
}

#endif
