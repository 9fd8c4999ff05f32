/* Fails the team, and ends the activities, of a thread that ends or is left by an exception. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include "runtime/fiber/fiber.h"
#include "runtime/node/abort.h"
#include "runtime/drive/pending.h"
#include "runtime/node/recall.h"

/* Returns true if the node's body, or in a phase any of the thread's nodes, has begun the activity
 * and does not wait for it. */
static bool is_left(const struct drive *d, const struct pending *me)
{
	return pending_started(me) && !me->waiter &&
	       (!d->crew || node_top(me->node) == d->crew->now->node);
}

static const struct node *node_that_left(const struct drive *d)
{
	for (const struct pending *p = d->first; p; p = p->next)
		if (is_left(d, p))
			return node_top(p->node);
	return NULL;
}

/* A body ends in a call: its team fails if the body has begun anything. */
static void drive_leave(struct drive *d)
{
	const struct node *node = node_that_left(d);

	if (node)
		team_fail(node->team, &(struct abort_state){ ECANCELED, ECANCELED },
			"the thread of node %d ended with calls that it began", node->number);
	drive_break(d);
}

/* Returns the node whose body the thread is running; in a phase the worker's first node inside an
 * operation, or else the worker's first node. */
static const struct node *node_inside(const struct worker *me)
{
	const struct node *first = worker_node(me);

	for (int v = 0; !me->drive->crew && v < me->nodes; v++)
		if (first[v].program)
			return &first[v];
	return first;
}

static __attribute__((noinline)) void leave(struct worker *me)
{
	const struct node *node;

	if (team_forked(me->team))
		return;
	drive_hold(me->drive);
	node = node_inside(me);
	team_fail(me->team, &(struct abort_state){ ECANCELED, ECANCELED },
		node->program ? "the thread of node %d ended inside operation #%llu, or left it by "
				"an exception"
			      : "the thread of node %d ended after operation #%llu",
		node->number, (unsigned long long)node->calls.operation);
	drive_leave(me->drive);
	worker_recall(me);
}

void worker_leave(void *worker)
{
	fiber_calls_ended();
	leave(worker);
}
