/* Records the first error of a team, and wakes all threads. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include "base/error.h"
#include "runtime/node/abort.h"
#include "runtime/node/transport.h"

/* team_state.h has the tables of writers and edges. In this file X1 publishes team.reason and
 * team.result, and X2 reads them. (X2 is also in wait.c, as an ordered access after a thread has
 * announced that it will park.)
 */

/* Another thread fails the team at this moment: its error is published soon. Returns that error,
 * or 0 if the team has healed meanwhile. */
static int fault_await(const struct team *team)
{
	int error;

	while (!(error = load_acquire(&team->fault.error)) &&
		load_ordered(&team->fault.failing)) /* X2 */
		sched_yield();
	return error;
}

void team_fail(struct team *team, const struct abort_state *fault, const char *format, ...)
{
	va_list arguments;

	if (team_forked(team))
		return;
	if (exchange_ordered(&team->fault.failing, 1)) {
		if (fault_await(team))
			sub_teams_fail(team);
		return;
	}
	va_start(arguments, format);
	vsnprintf(team->fault.reason, sizeof team->fault.reason, format, arguments);
	va_end(arguments);
	team->fault.result = -fault->result;
	store_ordered(&team->fault.error, fault->error); /* X1 */
	for (int i = 0; i < team->workers; i++)
		parker_wake(team->worker[i].parker);
	sub_teams_fail(team);
}

void sub_teams_fail(struct team *team)
{
	const struct abort_state fault = { ECANCELED, ECANCELED };

	pthread_mutex_lock(&team->family.below_lock);
	for (struct team *sub = team->family.below; sub; sub = sub->family.beside)
		team_fail(sub, &fault, "%s", team->fault.reason);
	pthread_mutex_unlock(&team->family.below_lock);
}

/* A revoked packet may tell a thread of an abort a moment before the abort's error is published. */
int team_refuse(const struct team *team)
{
	int error;

	if (team_forked(team))
		return why(ECHILD, "the team was opened by another process, before a fork");
	error = fault_await(team);
	return error ? why(error, "%s", team->fault.reason)
		     : why(ECANCELED, "the team had failed, and has healed meanwhile");
}

void team_lacks_memory(struct team *team, int from, int to)
{
	team_fail(team, &(struct abort_state){ ENOMEM, ENOMEM },
		"no memory for messages from node %d to node %d", from, to);
}
