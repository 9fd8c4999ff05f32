/* Times operations that are called by bodies on nodes, as under grove_team_run. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdalign.h>
#include <stdlib.h>
#include "base/error.h"
#include "perf/timing/clock.h"
#include "perf/timing/likwid_markers.h"
#include "perf/timing/node_acts.h"
#include "perf/timing/node_bodies.h"
#include "runtime/node/team_state.h"
#include "runtime/drive/pending.h"

/* All bodies of a thread wait here for the last one, which meets the other threads. Then the bodies
 * enter the operation one after another, as after a barrier: no body has its turn before the last
 * one waits in the operation. The thread's own, so nothing is atomic. */
struct gate {
	alignas(128) struct starter starter;
	int waiting, nodes;
	int left;	 /* bodies that have done their last operation after this gate */
	uint64_t passed; /* operations that may begin */
	int error;
};

struct node_bodies {
	struct session *session;
	bool apart;
};

int node_bodies_open(struct session *s)
{
	size_t threads = (size_t)s->team->threads;

	s->gate = aligned_alloc(alignof(struct gate), threads * sizeof *s->gate);
	return s->gate ? 0 : why(ENOMEM, "no memory for %zu gates", threads);
}

/* ---- The gate of a thread ---- */

/* Where a body waits: until that many operations may begin. */
struct turn {
	const struct gate *gate;
	uint64_t passed;
};

static bool may_pass(void *what)
{
	const struct turn *turn = what;

	return turn->gate->passed >= turn->passed;
}

/* Called by the last body of a thread. Brings the data into their state, meets all threads, and
 * stamps the entry. */
static int gate_open(const struct session *s, struct gate *gate, struct worker *me, uint64_t *enter)
{
	int error = 0;

	if (s->keeper.state != DATA_RESIDENT) {
		error = worker_meet(me);
		if (!error)
			session_keep(s, me->number);
	}
	if (!error)
		error = worker_meet(me);
	if (!error && !starter_agrees(&gate->starter))
		error = worker_meet(me);
	*enter = starter_enter(&gate->starter);
	return error;
}

static int gate_pass(
	const struct session *s, struct gate *gate, struct node *me, uint64_t k, uint64_t *enter)
{
	struct turn turn = { gate, k + 1 };
	int error;

	if (++gate->waiting == gate->nodes) {
		gate->waiting = 0;
		gate->passed = k + 1;
		drive_round(me->drive); /* the waits of the others end before the clock is read */
		gate->error = gate_open(s, gate, me->worker, enter);
		return gate->error;
	}
	error = node_wait(me, may_pass, &turn);
	return error ? error : gate->error;
}

/* The last body of the thread stamps the exit. A reading of the clock in each body would be a part
 * of the operation. */
static void gate_leave(struct gate *gate, uint64_t *leave)
{
	if (++gate->left < gate->nodes)
		return;
	gate->left = 0;
	*leave = clock_ticks(clock_get());
}

/* ---- The bodies ---- */

static int operate(struct node *me, void *argument)
{
	const struct node_bodies *bodies = argument;
	const struct session *s = bodies->session;
	int thread = me->worker->number;
	bool first = me->worker->first == me->number;
	struct gate *gate = &s->gate[thread];
	struct stamp *stamp = &s->stamp[(size_t)thread * SESSION_BATCH];
	int error = 0;

	if (s->region && first)
		marker_region_start(s->region);
	for (size_t k = 0; k < s->count && !error; k++) {
		if (bodies->apart || !k)
			error = gate_pass(s, gate, me, k, &stamp->enter);
		if (!error)
			error = node_act(s, me);
		if (bodies->apart || k + 1 == s->count)
			gate_leave(gate, &stamp->leave);
		stamp += bodies->apart;
	}
	if (s->region && first)
		marker_region_stop(s->region);
	return error;
}

static int close_gate(struct worker *me, void *argument)
{
	struct session *s = argument;
	int thread = me->number;

	s->gate[thread] = (struct gate){ starter_open(s->start, thread), 0, me->nodes, 0, 0, 0 };
	return 0;
}

int node_bodies_run(struct session *session, bool apart)
{
	struct node_bodies bodies = { session, apart };
	int error = team_dispatch(session->team, close_gate, session);

	return error ? error : team_run_nodes(session->team, operate, NULL, &bodies);
}
