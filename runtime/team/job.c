/* Runs jobs on the threads of a team. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/error.h"
#include "runtime/machine/timeslice.h"
#include "runtime/node/abort.h"
#include "runtime/drive/gone.h"
#include "runtime/team/job.h"
#include "runtime/drive/standstill.h"
#include "runtime/team/thread_exit.h"
#include "runtime/drive/wait.h"

/* team_state.h has the tables of writers and edges. */

static bool job_there(void *worker)
{
	struct worker *me = worker;

	return load_acquire(&me->team->job.number) != load_own(&me->job); /* D2 */
}

void job_end(struct worker *me)
{
	struct node *node = &me->team->node[me->first];

	/* In a crew each body says so when it returns (crew.c). */
	for (int v = 0;
		v < me->nodes && !(me->team->bodies.crew && load_own(&me->team->job.blocking)); v++)
		node_go(&node[v]);
	store_own(&me->inside, false);
	worker_stands(me, ABSENT);
	if (add_release(&me->team->job.running, -1u) == 1) /* D3 */
		parker_wake(&me->team->job.dispatcher);
}

/* A body may have made its thread cancellable at any point. The end of an idle thread would go
 * unnoticed, and the next job would wait for that thread for ever. */
void job_do(struct worker *me)
{
	struct team *team = me->team;
	int result, type;

	why_answer(0);
	pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &type);
	store_own(&me->idle_since, MOVING);
	store_own(&me->job, load_own(&team->job.number));
	store_own(&me->inside, true);
	result = team->job.body.all(me, team->job.body.argument);
	pthread_setcanceltype(type, &type);
	if (result)
		team_fail(team, &(struct abort_state){ ECANCELED, -result }, "%s",
			*why_text() ? why_text() : strerror(-result));
	job_end(me);
}

/* What a new thread would do in its first job it does before, beside the opening of the team: its
 * first allocation makes a heap for it, in as much time as a plan takes. */
void *worker_main(void *worker)
{
	struct worker *me = worker;
	struct team *team = me->team;
	const struct wait wait = { job_there, me, &team->times.idle, &me->own_parker, team, NULL };
	bool enlisted = !worker_enlist(me);

	if (!job_there(me))
		free(array_new(1, 1));
	if (team->pace || team->spread.oversubscribed)
		timeslice_ask(SHORT_SLICE_NS);
	for (;;) {
		wait_for(&wait);
		if (load_own(&team->job.closing))
			break;
		if (!enlisted && worker_enlist(me))
			team_fail(team, &(struct abort_state){ ENOMEM, ENOMEM }, "%s", why_text());
		else
			enlisted = true;
		job_do(me);
		if (team_forked(team))
			break; /* the body forked, and no thread gives the child a job */
	}
	worker_dismiss(me);
	return NULL;
}

void job_publish(struct team *team, const struct job_body *body)
{
	uint32_t next = load_own(&team->job.number) + 1;

	store_own(&team->job.running, (uint32_t)team->threads);
	team->job.body = *body;
	store_release(&team->job.number, next); /* D1 */
	for (int w = team->primary; w < team->threads; w++)
		parker_wake(&team->worker[w].own_parker);
}

void team_stop(struct team *team)
{
	if (!team->worker)
		return;
	store_own(&team->job.closing, CLOSING);
	job_publish(team, &(struct job_body){ 0 });
	for (int w = 0; w < team->threads; w++)
		if (team->worker[w].started)
			pthread_join(team->worker[w].handle, NULL);
}
