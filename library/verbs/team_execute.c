/* Runs plans, or bare copies, on all nodes of a team, by the clock if asked. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "base/monotonic.h"
#include "base/size.h"
#include "grove_measure.h"
#include "library/handles.h"
#include "library/plan_cache.h"
#include "runtime/kernels/copy.h"
#include "runtime/ring/ring.h"
#include "runtime/node/transport.h"
#include "runtime/team/team.h"

/* The seconds at which a thread entered and left an operation, on a cache line of its own. */
struct visit {
	_Alignas(LINE) double enter, leave;
};

static int visits_open(struct visit **visits, const struct team *team)
{
	size_t threads = (size_t)(team->threads > 0 ? team->threads : 1);

	*visits = aligned_alloc(LINE, threads * sizeof **visits);
	return *visits ? 0 : why(ENOMEM, "no memory to time %zu threads", threads);
}

/* Returns the seconds from the first entry to the last exit, and frees the visits. */
static double visits_close(struct visit *visits, const struct team *team)
{
	double enter = visits[0].enter, leave = visits[0].leave;

	for (int w = 1; w < team->threads; w++) {
		enter = visits[w].enter < enter ? visits[w].enter : enter;
		leave = visits[w].leave > leave ? visits[w].leave : leave;
	}
	free(visits);
	return leave - enter;
}

/* Enters together with all other threads. */
static int visit_begin(struct visit *visits, struct worker *me)
{
	int error = worker_meet(me);

	visits[me->number].enter = monotonic_seconds();
	return error;
}

static void visit_end(struct visit *visits, const struct worker *me)
{
	visits[me->number].leave = monotonic_seconds();
}

/* ---- Plans ---- */

struct execution {
	struct team *team;
	const struct grove_plan *plan;
	const struct grove_buffers *buffers;
	size_t bytes;
	struct visit *visits; /* NULL: not timed */
};

static int run_plan(struct worker *me, void *argument)
{
	const struct execution *e = argument;
	struct cached_team *kept = e->team->kept;
	int first = me->first, error = 0;

	for (int v = first; v < first + me->nodes && !error; v++)
		error = node_prepare(&e->team->node[v], e->plan, e->buffers[v].in,
			e->buffers[v].out, e->bytes, &kept->call[v]);
	if (!error && e->visits)
		error = visit_begin(e->visits, me);
	if (!error)
		error = worker_call(me, &kept->call[first]);
	if (e->visits)
		visit_end(e->visits, me);
	return error;
}

/* Checks all arguments before any node begins, so that a plain mistake does not end the team. */
static int check_execution(const struct execution *e)
{
	int nodes = e->team->net.nodes, error = network_check(e->plan, e->team);

	for (int v = 0; v < nodes && !error; v++)
		if (team_has_node(e->team, v))
			error = buffers_check(
				e->plan, v, e->buffers[v].in, e->buffers[v].out, e->bytes);
	return error;
}

int grove_team_execute(struct grove_team *team, const struct grove_plan *plan,
	const struct grove_buffers *buffers, size_t bytes)
{
	struct execution execution = { team_inside(team), plan, buffers, bytes, NULL };
	int error;

	if (!team || !plan || !buffers)
		return why(EINVAL, "grove_team_execute: team, plan or buffers are NULL");
	error = team_confer(execution.team, check_execution(&execution));
	if (!error)
		error = team_dispatch(execution.team, run_plan, &execution);
	return why_answer(error);
}

int grove_team_time(struct grove_team *team, const struct grove_plan *plan,
	const struct grove_buffers *buffers, size_t bytes, double *seconds)
{
	struct execution execution = { team_inside(team), plan, buffers, bytes, NULL };
	double spent;
	int error;

	if (seconds)
		*seconds = 0;
	if (!team || !plan || !buffers || !seconds)
		return why(EINVAL, "grove_team_time: an argument is NULL");
	error = check_execution(&execution);
	if (!error)
		error = visits_open(&execution.visits, execution.team);
	error = team_confer(execution.team, error);
	if (error) {
		free(execution.visits);
		return error;
	}
	error = team_dispatch(execution.team, run_plan, &execution);
	spent = team_greatest(execution.team, visits_close(execution.visits, execution.team));
	if (!error)
		*seconds = spent;
	return why_answer(error);
}

/* ---- Bare copies ---- */

struct copy_job {
	const struct grove_bare_copy *copies;
	size_t count;
	double *each; /* NULL: not timed one by one */
	struct visit *visits;
};

static void copy_timed(const struct copy_job *c, size_t k)
{
	const struct grove_bare_copy *copy = &c->copies[k];
	double begin = c->each ? monotonic_seconds() : 0;

	copy_bytes(copy->to, copy->from, copy->bytes, copy->past_caches);
	if (c->each)
		c->each[k] = monotonic_seconds() - begin;
}

static int run_copies(struct worker *me, void *argument)
{
	const struct copy_job *c = argument;
	int first = me->first, error = visit_begin(c->visits, me);

	for (size_t k = 0; k < c->count && !error; k++)
		if (c->copies[k].node >= first && c->copies[k].node < first + me->nodes)
			copy_timed(c, k);
	visit_end(c->visits, me);
	return error;
}

static int check_copies(const struct copy_job *c, const struct team *team)
{
	int nodes = team->net.nodes;

	for (size_t k = 0; k < c->count; k++) {
		const struct grove_bare_copy *copy = &c->copies[k];

		if (copy->node < 0 || copy->node >= nodes)
			return why(EINVAL, "copy %zu by node %d: %s has nodes 0 to %d", k,
				copy->node, team->net.name, nodes - 1);
		if (copy->bytes > BUFFER_MOST)
			return why(EINVAL, "copy %zu: %zu bytes are larger than memory", k,
				copy->bytes);
		if (copy->bytes && (!copy->from || !copy->to))
			return why(EINVAL, "copy %zu: a buffer is NULL", k);
		if (buffers_overlap(copy->from, copy->bytes, copy->to, copy->bytes))
			return why(EINVAL, "copy %zu: the buffers overlap", k);
	}
	return 0;
}

int grove_team_copy(struct grove_team *team, const struct grove_bare_copy *copies, size_t count,
	double *each, double *seconds)
{
	struct copy_job copying = { copies, count, each, NULL };
	double spent;
	int error;

	if (seconds)
		*seconds = 0;
	if (!team || !copies || !seconds)
		return why(EINVAL, "grove_team_copy: team, copies or seconds are NULL");
	error = check_copies(&copying, team_inside(team));
	if (!error)
		error = visits_open(&copying.visits, team_inside(team));
	if (error)
		return error;
	error = team_dispatch(team_inside(team), run_copies, &copying);
	spent = visits_close(copying.visits, team_inside(team));
	if (!error)
		*seconds = spent;
	return why_answer(error);
}
