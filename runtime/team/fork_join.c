/* Hands a job to the team's threads, waits for all threads, and lets the threads meet. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include "base/error.h"
#include "runtime/machine/timeslice.h"
#include "runtime/node/abort.h"
#include "runtime/drive/crew.h"
#include "runtime/drive/gone.h"
#include "runtime/team/heal.h"
#include "runtime/team/job.h"
#include "runtime/team/outside.h"
#include "runtime/drive/pending.h"
#include "runtime/drive/standstill.h"
#include "runtime/team/team_hold.h"
#include "runtime/team/team_threads.h"
#include "runtime/team/thread_exit.h"
#include "runtime/node/transport.h"
#include "runtime/node/call_record.h"
#include "runtime/drive/wait.h"

enum {
	USUAL_SLICE = 0 /* the system's */
};

/* team_state.h has the tables of writers and edges; this file has edges D and M. */

static bool job_ended(void *team)
{
	return load_ordered(&((struct team *)team)->job.running) == 0; /* D4 */
}

/* Waits until no worker uses the caller's memory any more. A forked child has no other workers.
 * Returns true if the processes of a team have found that all nodes made the same calls. */
static bool job_await(struct team *team)
{
	const struct wait wait = { job_ended, team, &team->times.dispatch, &team->job.dispatcher,
		team, NULL };

	if (team_forked(team))
		return false;
	wait_for(&wait);
	return team->spread.transport && team->spread.transport->agree(team);
}

/* Ends the job, with the error of a thread that has ended, for a primary worker whose thread ends.
 * The team stays held. */
static void job_abandon(struct worker *me)
{
	worker_leave(me);
	job_end(me);
	job_await(me->team);
	if (!team_forked(me->team))
		team_heal(me->team);
	store_own(&me->team->job.blocking, false);
}

/* The calling thread ends in a body, or an exception leaves a caller's fold. */
static void job_lost(void *worker)
{
	struct worker *me = worker;

	job_abandon(me);
	worker_dismiss(me);
	team_hold_end(me->team);
}

/* The calling thread is the worker for the length of the job. Where processes share the cores, each
 * of its waits gives the core away for as long as its slice. */
static void job_call(struct team *team)
{
	struct worker *worker = &team->worker[0];
	bool slice = team->spread.oversubscribed || team->pace;

	if (worker_enlist(worker)) {
		team_fail(team, &(struct abort_state){ ENOMEM, ENOMEM }, "%s", why_text());
		job_end(worker);
		return;
	}
	if (slice)
		timeslice_ask(SHORT_SLICE_NS);
	pthread_cleanup_push(job_lost, worker);
	job_do(worker);
	pthread_cleanup_pop(0);
	if (slice)
		timeslice_ask(USUAL_SLICE);
	worker_dismiss(worker);
}

struct job {
	struct job_body body;
	bool agreed;   /* the bodies are known to call the same operations */
	bool blocking; /* the body of each node may block in a call */
};

/* The workers use the caller's memory, so the thread that holds the team is not cancelled
 * meanwhile. */
static int job_run(struct team *team, const struct job *job)
{
	bool same;

	if (team->spread.transport)
		team->spread.transport->begin(team);
	if (team->primary)
		threads_make_room(team);
	job_publish(team, &job->body);
	if (team->primary)
		job_call(team);
	same = job_await(team);
	if (team_forked(team))
		return team_refuse(team);
	if (!load_acquire(&team->fault.error) &&
		((job->agreed && !team->spread.transport) || same || team_agrees(team))) /* X2 */
		return 0;
	team_heal(team);
	return why(-team->fault.result, "%s", team->fault.reason);
}

static int dispatch(struct team *team, const struct job *job)
{
	int error;

	if (!team->threads)
		return why(EINVAL, "%s: the team has no threads of its own", team->net.name);
	error = team_hold_begin(team);
	if (error)
		return error;
	if (!team_sound(team))
		team_heal(team); /* the last job could not start a thread again */
	if (!team_sound(team))
		error = team_refuse(team);
	if (!error && job->blocking)
		error = crews_open(team);
	store_own(&team->job.blocking, job->blocking);
	if (!error && job->blocking)
		outside_watch(team);
	if (!error)
		error = job_run(team, job);
	store_own(&team->job.blocking, false);
	team_hold_end(team);
	return error;
}

int team_dispatch(struct team *team, worker_body *body, void *argument)
{
	return dispatch(team, &(struct job){ { body, NULL, NULL, argument }, true, false });
}

int team_run(struct team *team, worker_body *body, outer_body *outer, void *argument)
{
	return dispatch(team, &(struct job){ { body, NULL, outer, argument }, false, false });
}

static int run_nodes(struct worker *me, void *argument)
{
	node_body *body = me->team->job.body.each;

	if (me->team->bodies.crew)
		return crew_run(me, body, argument, worker_is_primary(me) ? job_abandon : NULL);
	return body(&me->team->node[me->first], argument);
}

int team_run_nodes(struct team *team, node_body *body, outer_body *outer, void *argument)
{
	return dispatch(team, &(struct job){ { run_nodes, body, outer, argument }, false, true });
}

static bool all_met(void *worker)
{
	struct worker *me = worker;

	return load_ordered(&me->team->meeting.met) == me->phase; /* M3 */
}

/* No thread parks here, so all threads leave at nearly the same instant. */
int worker_meet(struct worker *me)
{
	struct team *team = me->team;
	const struct wait wait = { all_met, me, &team->times.call, NULL, team, me };
	int error;

	if (!team_sound(team))
		return team_refuse(team);
	me->phase = load_own(&team->meeting.met) + 1;
	if (add_ordered(&team->meeting.arrived, 1) + 1 < (uint32_t)team->threads) /* M1 */
		return wait_for(&wait);
	error = team->spread.transport ? team->spread.transport->meet(me) : 0;
	if (error)
		return error;
	store_own(&team->meeting.arrived, 0);
	store_ordered(&team->meeting.met, me->phase); /* M2 */
	return 0;
}
