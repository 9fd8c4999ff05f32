/* Records the first error of a team, wakes all threads, and recognizes a forked child. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include "base/error.h"
#include "runtime/team/abort.h"
#include "runtime/team/sub_team.h"
#include "runtime/team/transport.h"

/* team_state.h has the tables of writers and edges. In this file X1 publishes team.reason and
 * team.result, and X2 reads them. (X2 is also in wait.c, as an ordered access after a thread has
 * announced that it will park.) Nothing depends on the order of accesses to `fatal`.
 *
 *	process_generation	written by the only thread of a forked child, in the fork
 */

_Atomic uint32_t process_generation;

static void process_forked(void)
{
	store_own(&process_generation, load_own(&process_generation) + 1);
}

static void process_watch_once(void)
{
	pthread_atfork(NULL, NULL, process_forked);
}

void process_watch(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, process_watch_once);
}

void team_fail(struct team *team, const struct abort_state *fault, const char *format, ...)
{
	va_list arguments;

	if (fault->severity == FATAL)
		store_own(&team->fatal, 1);
	if (exchange_ordered(&team->failing, 1))
		return;
	va_start(arguments, format);
	vsnprintf(team->reason, sizeof team->reason, format, arguments);
	va_end(arguments);
	team->result = -fault->result;
	store_ordered(&team->fault, fault->error); /* X1 */
	for (int i = 0; i < team->workers; i++)
		parker_wake(team->worker[i].bed);
	sub_teams_fail(team);
}

/* A revoked packet or a lost exchange may tell a thread of an abort a moment before the abort's
 * error is published, hence the loop. */
int team_refuse(const struct team *team)
{
	int error;

	if (team->process != load_own(&process_generation))
		return why(ECHILD, "the team was opened by another process, before a fork");
	while (!(error = load_acquire(&team->fault))) { /* X2 */
		if (!load_ordered(&team->failing))
			return why(ECANCELED, "the team had failed, and has healed meanwhile");
		sched_yield();
	}
	return why(error, "%s", team->reason);
}

/* Returns true if all nodes of this process have ended the same operations: all rings and wires are
 * then empty. Nodes of other processes may be in the next job already; that they ended this job like
 * the nodes here is known from a vote (transport.h). */
static bool team_intact(const struct team *team)
{
	const struct node *first = &team->node[team->worker[0].first];
	uint64_t operations = load_own(&first->news.entered);

	for (int v = 0; v < team->net.nodes; v++) {
		const struct progress *news = &team->node[v].news;

		if (!node_is_here(&team->node[v]))
			continue;
		if (load_own(&news->entered) != operations || load_own(&news->left) != operations ||
			team->node[v].history != first->history)
			return false;
	}
	return true;
}

void team_mend(struct team *team)
{
	if (load_own(&team->fatal) || !team_intact(team))
		return;
	store_ordered(&team->failing, 0);
	store_ordered(&team->fault, 0);
}
