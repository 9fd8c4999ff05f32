/* Opens a plan on the threads of a team, fills its buffers, and checks its data. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdalign.h>
#include <stdlib.h>
#include "base/error.h"
#include "grove_measure.h"
#include "library/handles.h"
#include "library/paced_plans.h"
#include "library/sized/sized.h"
#include "perf/timing/joined_results.h"
#include "perf/timing/node_acts.h"
#include "perf/timing/node_bodies.h"
#include "perf/timing/process_group.h"
#include "plan/semantics.h"
#include "runtime/node/node_state.h"
#include "runtime/node/transport.h"

enum {
	NOT_HERE = -1 /* the thread of a node of another process */
};

/* Opens a team over all processes of the group. */
static int open_together(
	struct team **team, const struct network *net, const struct run_options *options)
{
	static const char *const waits[] = { [WAIT_AUTO] = "auto",
		[WAIT_SPIN] = "spin",
		[WAIT_YIELD] = "yield",
		[WAIT_PARK] = "park" };
	struct grove_team *opened;
	int error = process_group()->open(
		&opened, &(struct grove_team_options){ .network = net->name,
				 .threads = group_threads(net, options->threads),
				 .pin = options->pin,
				 .wait = waits[options->wait],
				 .timeout = options->timeout });

	*team = error ? NULL : team_inside(opened);
	return error;
}

int session_team(struct team **team, const struct network *net, const struct run_options *options)
{
	struct pacing pacing;
	struct team_options own = { .net = *net,
		.threads = options->threads,
		.pin = options->pin,
		.wait = options->wait,
		.timeout = options->timeout,
		.caller_waits = true };
	int error;

	if (!process_is_alone())
		return open_together(team, net, options);
	if (options->pace) {
		pacing = (struct pacing){ options->pace->beta, options->pace->tau, NULL };
		own.pacing = &pacing;
	}
	error = team_open(team, &own);
	if (error)
		return error;
	error = library_attach(*team);
	if (error) {
		team_close(*team);
		*team = NULL;
	}
	return error;
}

/* ---- The work of each thread, for its own nodes ---- */

/* Fills in the calls of a thread's nodes, for phased execution. */
static int prepare(struct worker *me, void *argument)
{
	struct session *s = argument;
	int first = me->first, error = 0;

	for (int v = first; v < first + me->nodes && !error; v++)
		error = s->sizes ? sized_act_prepare(s, v, &s->calls[v])
				 : node_prepare(&s->team->node[v], s->plan, s->buffers.node[v].in,
					   s->buffers.node[v].out, s->pattern.bytes, &s->calls[v]);
	return error;
}

static int fill(struct worker *me, void *argument)
{
	const struct session *s = argument;
	int first = me->first;

	for (int v = first; v < first + me->nodes; v++)
		s->thread[v] = me->number;
	pattern_fill(&s->pattern, first, me->nodes, &s->buffers.node[first]);
	return 0;
}

static int check(struct worker *me, void *argument)
{
	struct session *s = argument;
	int first = me->first;

	pattern_check(
		&s->pattern, first, me->nodes, &s->buffers.node[first], &s->wrong[me->number]);
	return 0;
}

static int check_clocks(struct worker *me, void *argument)
{
	struct session *s = argument;

	start_check(s->start, me->number, s->team->threads);
	return 0;
}

/* ---- The session ---- */

int session_refill(struct session *session)
{
	session->pattern.seed++;
	return team_dispatch(session->team, fill, session);
}

/* A check that compares nothing would call anything right. */
static int check_something(const struct session *session)
{
	const struct pattern *pattern = &session->pattern;
	bool some = !pattern->bytes;

	for (int v = 0; v < pattern->problem.net.nodes && !some; v++)
		some = pattern_output_bytes(pattern, v);
	if (some)
		return 0;
	return why(EIO, "%s on %s: no node gets a byte of a result, so nothing can be checked",
		collective_name(pattern->problem.collective), pattern->problem.net.name);
}

int session_check(struct session *session, struct wrong *wrong)
{
	int error = check_something(session);

	*wrong = (struct wrong){ 0 };
	if (!error)
		error = team_dispatch(session->team, check, session);
	for (int t = session->team->threads - 1; t >= 0 && !error; t--)
		if (session->wrong[t].found)
			*wrong = session->wrong[t];
	if (!error)
		join_wrong(session->team, wrong);
	return error;
}

static int allocate(struct session *session)
{
	size_t nodes = (size_t)session->team->net.nodes;
	size_t threads = (size_t)session->team->threads;

	session->calls = calloc(nodes, sizeof *session->calls);
	session->thread = calloc(nodes, sizeof *session->thread);
	session->stamp = calloc(threads * SESSION_BATCH, sizeof *session->stamp);
	session->wrong = calloc(threads, sizeof *session->wrong);
	if (!session->calls || !session->thread || !session->stamp || !session->wrong)
		return why(ENOMEM, "no memory to time %zu threads", threads);
	for (size_t v = 0; v < nodes; v++)
		session->thread[v] = NOT_HERE;
	return buffers_open(&session->buffers, &session->pattern);
}

/* Agrees on a start, unless threads share a core: such threads would wait for the time
 * slices of other threads. Processes may have clocks that do not agree, but simulated time is one
 * for all. */
static int agree(struct session *session)
{
	const struct simulated_time *simulated = process_group()->simulated;
	struct grove_pace pace;

	if (!simulated && (session_flags(session->team) || session->team->threads < 2 ||
				  team_is_wired(session->team) || pace_of(session->team, &pace)))
		return 0;
	session->start = aligned_alloc(alignof(struct start), sizeof *session->start);
	if (!session->start)
		return why(ENOMEM, "no memory for a start");
	*session->start = (struct start){ .together = simulated ? simulated->together : NULL };
	return simulated ? 0 : team_dispatch(session->team, check_clocks, session);
}

bool session_agrees(const struct session *session)
{
	struct starter starter = starter_open(session->start, 0);

	return starter_agrees(&starter);
}

int session_fits(const struct grove_plan *plan, size_t bytes)
{
	const struct problem *problem = &plan->problem;
	double blocks = 0;

	if (!collective_has_bytes(problem->collective))
		bytes = 0;
	for (int v = 0; v < problem->net.nodes; v++)
		blocks += (double)semantics_input_blocks(problem, v) +
			  (double)semantics_output_blocks(problem, v);
	return plan_runs(plan, bytes, blocks * (double)bytes);
}

/* Sets what is to be done: the problem, its bytes and its fold. Messages go from node to node as
 * the blocks of an all-to-all do, most of which are empty. */
static void set_work(struct session *session, const struct session_work *work)
{
	const struct grove_plan *plan = work->plan;
	bool folds = collective_folds(plan->problem.collective);

	session->plan = plan;
	session->form = work->form;
	session->verb = work->verb;
	session->pattern = (struct pattern){ plan->problem, plan->folding.type,
		folds ? &plan->folding.fold : NULL, work->bytes, 1, NULL };
	if (work->form.messages) {
		session->pattern.problem = work->problem;
		session->pattern.problem.collective = ALLTOALL;
	}
	if (!collective_has_bytes(session->pattern.problem.collective))
		session->pattern.bytes = 0;
}

static int set_sizes(struct session *session)
{
	const struct grove_plan *plan = session->plan;
	struct pattern *pattern = &session->pattern;
	size_t element = pattern->fold ? plan->folding.element : 1;
	int error;

	if (pattern->bytes % element)
		return why(EINVAL, "%zu bytes are not a multiple of an element of %zu",
			pattern->bytes, element);
	error = verb_form_sizes(
		&session->sizes, &session->form, &pattern->problem, pattern->bytes, element);
	pattern->sizes = session->sizes;
	if (!error && session->sizes && !session->form.messages)
		error = sized_check_plan(session->team, plan);
	if (!error && session->sizes && !session->form.messages)
		error = sized_acts_open(session);
	return error;
}

/* Gets everything that the process needs before its threads begin. */
static int open_here(struct session *session, enum data_state data)
{
	struct grove_pace pace;
	bool paced = !team_is_wired(session->team) && pace_of(session->team, &pace);
	bool stateless = paced || process_is_simulated();
	int error = set_sizes(session);

	if (!error)
		error = allocate(session);
	if (!error)
		error = data_keeper_open(&session->keeper, stateless ? DATA_RESIDENT : data);
	if (!error)
		error = node_acts_open(session);
	if (!error && session->form.style == STYLE_SPMD)
		error = node_bodies_open(session);
	return error;
}

/* Prepares the calls of all nodes. The limits of blocks of one size are found by the programs of
 * the calls, also where bodies make their own calls. */
static int prepare_all(struct session *session)
{
	if (session->form.style == STYLE_SPMD && session->sizes)
		return 0;
	return team_dispatch(session->team, prepare, session);
}

int session_open(struct session *session, struct team *team, const struct session_work *work)
{
	int error;

	*session = (struct session){ .team = team };
	set_work(session, work);
	error = team_confer(team, open_here(session, work->data));
	if (!error)
		error = team_dispatch(team, fill, session);
	if (!error)
		error = prepare_all(session);
	if (!error)
		error = agree(session);
	if (error)
		session_close(session);
	return error;
}

void session_close(struct session *session)
{
	data_keeper_close(&session->keeper);
	buffers_close(&session->buffers);
	free(session->calls);
	free(session->thread);
	free(session->stamp);
	free(session->start);
	free(session->wrong);
	free(session->size_table);
	free(session->neighbours);
	free(session->gate);
	row_sizes_close(session->sizes);
	*session = (struct session){ 0 };
}
