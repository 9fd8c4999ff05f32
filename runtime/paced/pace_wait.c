/* Waits in a paced team for the times of packets, and for actions of other threads. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "runtime/paced/pace_state.h"
#include "runtime/node/port.h"
#include "runtime/drive/wait.h"

/* pace_state.h has the tables of writers and edges. */

static const double WAKING = 60e-6; /* seconds that a sleeping thread wakes up late, about */

/* Returns when a blocked instruction can go on: at some time, now (0), or, until another node has
 * acted, never (INFINITY). */
static double instruction_due(struct node *me, uint32_t number)
{
	const struct instruction *i = &me->program->instruction[number];
	const struct instruction_state *state = &me->paced->state[number];
	struct port *port = port_of(me, i);
	bool can;

	switch (i->action) {
	case SEND_PACKET:
		can = state->sent ? ring_returned(port->out, state->position)
				  : ring_reserve(port->out) != NULL;
		return can ? 0 : INFINITY;
	case AWAIT_RETURN:
		return ring_returned(port->out, port->sent + i->count) ? 0 : INFINITY;
	default:
		if (!ring_front(port->in))
			return INFINITY;
		return later(state->start, *time_of(me->team, port->in, load_own(&port->in->head)));
	}
}

/* Does the same for a step of the node. */
static double pace_due(struct node *me)
{
	const struct paced *p = me->paced;
	double due = p->undone ? INFINITY : p->until;

	for (size_t k = 0; k < p->actives; k++)
		due = fmin(due, instruction_due(me, p->active[k]));
	return due;
}

bool pace_ready(struct node *me)
{
	double due = pace_due(me);

	return due < INFINITY && due <= now(me->team);
}

/* Activities of several teams may share a thread, and each team has a clock of its own. The thread
 * waits by the clock of this team. */
static struct team *worker_clock(const struct worker *me)
{
	return me->drive->first->node->team;
}

/* A paced node in an operation does nothing else. What does not keep to the times of links is due
 * when it is ready. */
static double due_of(struct pending *p)
{
	if (p->node->paced && p->node->program)
		return pace_due(p->node);
	return p->kind->ready(p) ? 0 : INFINITY;
}

static double worker_due(struct worker *me)
{
	const struct team *clock = worker_clock(me);
	double due = INFINITY;

	for (struct pending *p = me->drive->first; p; p = p->next) {
		const struct team *own = p->node->team;
		double shift = own == clock ? 0 : now(clock) - now(own);

		due = fmin(due, due_of(p) + shift);
	}
	return due;
}

/* The failure of the clock's team ends the wait without this function. */
static bool other_team_failed(const struct worker *me)
{
	for (const struct pending *p = me->drive->first; p; p = p->next)
		if (p->node->team != worker_clock(me) &&
			load_acquire(&p->node->team->fault.error)) /* X2 */
			return true;
	return false;
}

static bool worker_ready(void *worker)
{
	struct worker *me = worker;
	double due = worker_due(me);

	return (due < INFINITY && due <= now(worker_clock(me))) || other_team_failed(me);
}

static _Atomic double *due_told(const struct node *node)
{
	return &node->team->pace->due[node->worker->number];
}

static void worker_tell_due(struct worker *me)
{
	for (struct pending *p = me->drive->first; p; p = p->next)
		store_own(due_told(p->node), INFINITY);
	for (struct pending *p = me->drive->first; p; p = p->next)
		store_own(due_told(p->node), fmin(load_own(due_told(p->node)), due_of(p)));
}

/* A sleeping thread wakes up a little late, so the thread stays awake for the last moment. */
static int64_t worker_pause(void *worker)
{
	struct worker *me = worker;
	double left = worker_due(me) - now(worker_clock(me)) - WAKING;

	worker_tell_due(me);
	return left > 1e9 ? INT64_MAX : left > 0 ? (int64_t)(left * 1e9) : 0;
}

static bool worker_going(void *worker)
{
	const struct team *team = worker_clock(worker);
	double since = now(team) - team->times.timeout;

	for (int w = 0; w < team->workers; w++) {
		double due = load_own(&team->pace->due[w]);

		if (due > since && due < INFINITY)
			return true;
	}
	return false;
}

int pace_wait(struct worker *me)
{
	/* A thread that waits for a time gains nothing from being awake, except in the last moment;
	 * and a thread that yields then may not return before other threads have used up their time
	 * slices. */
	static const struct backoff backoff = { 1, INT64_MAX, 0 };
	const struct timepiece *timepiece = &me->team->pace->timepiece;
	const struct wait wait = { worker_ready, me, &backoff, me->parker, worker_clock(me), me,
		worker_pause, worker_going };

	if (!timepiece->pass)
		return wait_for(&wait);
	timepiece->pass(timepiece->context, worker_due(me));
	return 0;
}
