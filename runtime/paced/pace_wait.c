/* Waits in a paced team for the times of packets, and for actions of other threads. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "runtime/paced/pace_state.h"
#include "runtime/team/port.h"
#include "runtime/team/wait.h"

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

static double node_due(struct node *me)
{
	const struct paced *p = me->paced;
	double due = p->undone ? INFINITY : p->until;

	for (size_t k = 0; k < p->actives; k++)
		due = fmin(due, instruction_due(me, p->active[k]));
	return due;
}

bool pace_ready(struct node *me)
{
	double due = node_due(me);

	return due < INFINITY && due <= now(me->team);
}

static double worker_due(struct worker *me)
{
	double due = INFINITY;

	for (int n = 0; n < me->busy_nodes; n++)
		due = fmin(due, node_due(me->busy[n]));
	return due;
}

static bool worker_ready(void *worker)
{
	struct worker *me = worker;
	double due = worker_due(me);

	return due < INFINITY && due <= now(me->team);
}

/* A sleeping thread wakes up a little late, so the thread stays awake for the last moment. */
static int64_t worker_pause(void *worker)
{
	struct worker *me = worker;
	double due = worker_due(me), left;

	store_own(&me->team->pace->due[me->number], due);
	left = due - now(me->team) - WAKING;
	return left > 1e9 ? INT64_MAX : left > 0 ? (int64_t)(left * 1e9) : 0;
}

static bool worker_going(void *worker)
{
	const struct team *team = ((struct worker *)worker)->team;
	double since = now(team) - team->timeout;

	for (int w = 0; w < team->workers; w++) {
		double due = load_own(&team->pace->due[w]);

		if (due > since && due < INFINITY)
			return true;
	}
	return false;
}

bool pace_sent(const struct node *me, uint32_t *position)
{
	const struct instruction_state *state =
		&me->paced->state[me->next - me->program->instruction];

	if (!me->paced->undone || !state->sent)
		return false;
	*position = state->position;
	return true;
}

int pace_wait(struct worker *me)
{
	/* A thread that waits for a time gains nothing from being awake, except in the last moment;
	 * and a thread that yields then may not return before other threads have used up their time
	 * slices. */
	static const struct patience patience = { 1, INT64_MAX, 0 };
	const struct timepiece *timepiece = &me->team->pace->timepiece;
	const struct wait wait = { worker_ready, me, &patience, &me->parker, me->team, me,
		worker_pause, worker_going };

	if (!timepiece->pass)
		return wait_for(&wait);
	timepiece->pass(timepiece->context, worker_due(me));
	return 0;
}
