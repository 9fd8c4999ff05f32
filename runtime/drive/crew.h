/* A crew is the bodies of several nodes that share a thread, each on a stack of its own. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_DRIVE_CREW_H
#define RUNTIME_DRIVE_CREW_H

#include "base/error.h"
#include "runtime/fiber/fiber.h"
#include "runtime/fiber/fiber_stacks.h"
#include "runtime/node/step.h"

/* A body that waits gives way to the next body that can go on. When no body of the thread can go
 * on, the thread carries on the activities of all its nodes (drive.c), as in a phase: a packet
 * costs no switch.
 *
 * writers: all of it is the thread's own; the holder of the team makes and frees crews. */
struct member {
	_Alignas(64) struct fiber fiber;
	struct waiter begins; /* the body has its first turn */
	struct waiter *waits; /* NULL: the body is not in a wait */
	struct node *node;
	struct crew *crew;
	char why[WHY_BYTES]; /* the node's line of grove_why */
};

struct crew {
	struct worker *worker;
	struct member *member; /* [worker->nodes] */
	struct member *now;
	char *why;	       /* the line of `now` */
	struct fiber home;     /* the thread's own stack */
	struct fiber *after;   /* goes on when all bodies have ended */
	int left;	       /* bodies that have not ended */
	_Atomic uint32_t turn; /* the place of `now` in `member`, for outside.c */
	node_body *body;
	void *argument;
	void (*lost)(struct worker *);
	struct fiber_stacks stacks;
};

/* Gives each thread a crew if there are fewer threads than nodes. Called by the holder of the team.
 * Returns 0 or -ENOMEM with why. */
int crews_open(struct team *team);
void crews_close(struct team *team);

/* Frees the fibers of threads that have ended in a body. */
void crews_heal(struct team *team);

/* Runs the body on all nodes of the thread. Returns 0: an error of a body has failed the team. When
 * the thread ends in a body, `lost`, if not NULL, is called on that body's stack after the other
 * bodies have returned. */
int crew_run(struct worker *me, node_body *body, void *argument, void (*lost)(struct worker *me));

/* Goes on as the body of `next`, until this body is the next one. */
void crew_switch(const struct waiter *me, struct waiter *next);

/* Returns the node of the team at the top, to which a node of a sub-team belongs. */
static inline const struct node *node_top(const struct node *me)
{
	while (me->worker->above)
		me = me->worker->above;
	return me;
}

/* Returns true if the thread is running the body of this node. */
static inline bool node_in_turn(const struct node *me)
{
	const struct crew *crew = me->drive->crew;

	return !crew || crew->now->node == node_top(me);
}

/* Returns the worker's node whose body this thread is running, or else the worker's first node. */
static inline struct node *worker_node(const struct worker *me)
{
	const struct crew *crew = me->drive->crew;

	return crew && !me->above ? crew->now->node : &me->team->node[me->first];
}

/* Says that the body that has its turn is in this wait; NULL: in none. */
static inline void crew_waits(struct crew *crew, struct waiter *waiter)
{
	if (crew)
		crew->now->waits = waiter;
}

/* Returns the wait of the body of a node at the top, or NULL. */
static inline struct waiter *crew_waiter(const struct crew *crew, const struct node *node)
{
	return crew->member[node->number - crew->worker->first].waits;
}

#endif
