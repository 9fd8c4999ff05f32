/* Runs a plan once on the threads of a team, and checks every byte. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "perf/checked_run.h"
#include "perf/row_limits.h"
#include "perf/timing/process_group.h"
#include "perf/timing/session.h"

static const double BUDGET = 0.02; /* seconds for each limit */

/* Measures the limits after the run, because a single run has no turns. Limits that the run of
 * `seconds` beat are not limits, and are not told. */
static int find_limits(struct session *session, double seconds, struct limit_times *times)
{
	struct row_limits *limits;
	int error = 0;

	*times = (struct limit_times){ NAN, NAN };
	if (!process_is_alone())
		return 0;
	error = row_limits_open(&limits, session, BUDGET);
	for (int turn = 0; turn < LIMIT_TURNS && !error; turn++)
		error = row_limits_turn(limits, 1);
	*times = row_limits_of(limits, 1);
	row_limits_close(limits);
	if (limits_are_beaten(times, seconds))
		*times = (struct limit_times){ NAN, NAN };
	return error;
}

static int run_session(struct session *session, bool check, struct run_result *result)
{
	struct limit_times limits;
	int error = session_time(session, 1, &result->seconds);

	if (!error && check) {
		error = session_check(session, &result->wrong);
		result->check = result->wrong.found ? CHECK_FAIL : CHECK_PASS;
	}
	if (!error)
		error = find_limits(session, result->seconds, &limits);
	return error ? error : session_describe(session, result->seconds, &limits, result);
}

int run_plan(struct run_result *result, const struct run_options *options,
	const struct grove_plan *plan, size_t bytes)
{
	struct session session = { 0 };
	struct team *team = NULL;
	int error = group_confer(session_fits(plan, bytes));

	*result = (struct run_result){ 0 };
	if (!error)
		error = session_team(&team, &plan->problem.net, options);
	if (error)
		return error;
	error = session_open(&session, team, &(struct session_work){ plan, bytes, options->data });
	if (!error)
		error = run_session(&session, options->check, result);
	session_close(&session);
	team_close(team);
	return error;
}

int run_ways(struct native_verdict *verdict, const struct run_options *options,
	const struct grove_plan *plan, size_t bytes)
{
	const struct session_work work = { plan, bytes, options->data,
		.form = { .style = STYLE_SPMD }, .verb = true };
	struct session session = { 0 };
	struct team *team;
	int error = session_team(&team, &plan->problem.net, options);

	if (error)
		return error;
	error = session_open(&session, team, &work);
	if (!error)
		error = session_choose(&session, verdict);
	session_close(&session);
	team_close(team);
	return error;
}
