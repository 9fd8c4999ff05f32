/* Times the operations of a session, on data in their state. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "library/native_choice.h"
#include "perf/timing/clock.h"
#include "perf/timing/joined_results.h"
#include "perf/timing/likwid_markers.h"
#include "perf/timing/node_bodies.h"
#include "plan/semantics.h"
#include "runtime/node/node_state.h"
#include "runtime/node/team_state.h"

/* Returns a node's memory. A node at which a collective begins in the output has its input
 * there. */
static struct kept_memory memory_of(const struct session *s, int v)
{
	const struct problem *problem = &s->pattern.problem;
	const struct node *node = &s->team->node[v];
	const struct pattern_buffers *at = &s->buffers.node[v];
	struct kept_memory memory = { at->in, at->out, node->space[SCRATCH],
		pattern_input_bytes(&s->pattern, v), pattern_output_bytes(&s->pattern, v),
		node->scratch };

	if (v == problem->root && collective_in_output(problem->collective)) {
		memory.in = at->out;
		memory.in_bytes = memory.out_bytes;
		memory.out_bytes = 0;
	}
	return memory;
}

void session_keep(const struct session *session, int thread)
{
	int nodes = session->pattern.problem.net.nodes;

	for (int v = 0; v < nodes; v++) {
		struct kept_memory memory;

		if (session->thread[v] != thread)
			continue;
		memory = memory_of(session, v);
		data_keep(&session->keeper, &memory);
	}
	data_keep_end(&session->keeper);
}

/* Brings the data into their state, while no thread is inside an operation. */
static int keep_data(struct worker *me, const struct session *s)
{
	int error;

	if (s->keeper.state == DATA_RESIDENT && !s->act)
		return 0;
	error = worker_meet(me);
	if (!error && s->act)
		s->act->keep(s, s->act, me->number);
	else if (!error)
		session_keep(s, me->number);
	return error;
}

struct collective_request session_verb(const struct session *s, int v)
{
	const struct problem *problem = &s->plan->problem;
	size_t element = s->pattern.fold ? s->plan->folding.element : 1;

	return (struct collective_request){ .collective = problem->collective,
		.in = s->buffers.node[v].in,
		.out = s->buffers.node[v].out,
		.count = s->pattern.bytes / element,
		.type = s->pattern.type,
		.fold = s->pattern.fold,
		.root = problem->root };
}

/* The node is alone on its thread. */
static int verb(struct worker *me, const struct session *s)
{
	int v = me->first;
	const struct collective_request request = session_verb(s, v);

	return call_run(&s->team->node[v], &request);
}

static int perform(struct worker *me, const struct session *s)
{
	if (s->verb && !s->act)
		return verb(me, s);
	if (!s->act)
		return worker_call(me, &s->calls[me->first]);
	s->act->run(s, s->act, me->number);
	return 0;
}

/* Meets all threads. Then all threads are about to begin at the same instant. */
static int meet(struct worker *me, const struct starter *starter)
{
	int error = worker_meet(me);

	return error || starter_agrees(starter) ? error : worker_meet(me);
}

/* Times operations. The loop has only the data's state, the meeting, the operation and two readings
 * of the clock. */
static int operate(struct worker *me, void *argument)
{
	struct session *s = argument;
	struct stamp *stamp = &s->stamp[(size_t)me->number * SESSION_BATCH];
	const struct clock *clock = clock_get();
	struct starter starter = starter_open(s->start, me->number);
	int error = 0;

	if (s->region)
		marker_region_start(s->region);
	for (size_t k = 0; k < s->count && !error; k++) {
		error = keep_data(me, s);
		if (!error)
			error = meet(me, &starter);
		if (error)
			break;
		stamp[k].enter = starter_enter(&starter);
		error = perform(me, s);
		stamp[k].leave = clock_ticks(clock);
	}
	if (s->region)
		marker_region_stop(s->region);
	return error;
}

static int operate_on(struct worker *me, void *argument)
{
	struct session *s = argument;
	struct stamp *stamp = &s->stamp[(size_t)me->number * SESSION_BATCH];
	const struct clock *clock = clock_get();
	int error = worker_meet(me);

	stamp->enter = clock_ticks(clock);
	for (size_t k = 0; k < s->count && !error; k++)
		error = perform(me, s);
	stamp->leave = clock_ticks(clock);
	return error;
}

/* Returns the seconds from the first entry to the last exit of operation k. */
static double sample_at(const struct session *session, size_t k)
{
	return stamp_seconds(session->stamp + k, session->team->threads, SESSION_BATCH);
}

int session_time(struct session *session, size_t count, double *sample)
{
	int error;

	session->count = count;
	error = session->gate && !session->act ? node_bodies_run(session, true)
					       : team_dispatch(session->team, operate, session);
	for (size_t k = 0; k < count && !error; k++)
		sample[k] = sample_at(session, k);
	if (!error)
		join_samples(session->team, sample, count);
	return error;
}

int session_backtoback(struct session *session, size_t count, double *seconds)
{
	int error;

	session->count = count;
	error = session->gate ? node_bodies_run(session, false)
			      : team_dispatch(session->team, operate_on, session);
	if (error)
		return error;
	*seconds = sample_at(session, 0) / (double)count;
	join_samples(session->team, seconds, 1);
	return 0;
}

int session_choose(struct session *session, struct native_verdict *verdict)
{
	double seconds;
	int error = 0, v = 0;

	*verdict = (struct native_verdict){ BY_PLAN, { NAN, NAN, NAN } };
	for (int k = 0; session->verb && k <= native_trials(session->pattern.bytes) && !error; k++)
		error = session_time(session, 1, &seconds);
	while (session->thread[v] < 0)
		v++;
	if (!error && session->verb) {
		const struct collective_request request = session_verb(session, v);

		*verdict = native_verdict_of(&session->team->node[v], &request);
	}
	/* The row names its own plan, which need not be the verb's. */
	session->verb = verdict->chosen != BY_PLAN;
	return error;
}
