/* Heals a team that has failed, when nobody uses the team. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <sched.h>
#include <string.h>
#include "runtime/ring/ring.h"
#include "runtime/node/abort.h"
#include "runtime/drive/crew.h"
#include "runtime/team/heal.h"
#include "runtime/drive/gone.h"
#include "runtime/team/sub_team.h"
#include "runtime/team/team_hold.h"
#include "runtime/team/team_threads.h"

/* No node runs, so nothing here is concurrent. The edges that bring the nodes' state to the holder
 * are D3 -> D4 for the team's own threads (team_state.h) and T1 -> C2 for callers' threads
 * (team_hold.c). The edges that bring the healed state to the nodes are D1 -> D2; and H1 -> H2 for
 * callers' threads, which attach only after they have seen that the team is sound.
 *
 *	H1 -> H2	fault		0, by the holder; team_sound
 *
 * A thread that attaches may have looked at the team before the failure. Such a thread meets
 * `closing` (C3 in attach.c) as a closing team's guests do, and looks again. */

static void ports_heal(struct node *me)
{
	for (int p = 0; p < me->team->net.ports; p++) {
		struct port *port = &me->links.port[p];

		if (port->out)
			ring_empty(port->out);
		port->operation = 0;
	}
}

/* Numbers of operations begin again on all nodes, so the records of calls do, too. */
static void node_heal(struct node *me)
{
	struct progress *news = &me->news;

	ports_heal(me);
	for (int r = 0; r < RECORDS; r++)
		store_own(&news->record[r].first, 0);
	store_own(&news->entered, 0);
	store_own(&news->left, 0);
	store_own(&news->waiting, 0);
	store_own(&news->partner, NO_PARTNER);
	store_own(&me->lent.reading, 0);
	me->calls.records = 0;
	me->calls.operation = me->calls.called = me->calls.history = 0;
	me->program = NULL;
	me->started.oldest = me->started.newest = NULL;
	me->started.away = false;
	me->anyone.waiting = NULL;
	me->half.fold = NULL;
	me->started.open = me->started.open_below = 0;
	me->half.done = false;
	store_own(&news->gone, 0);
}

/* An attached thread's wait may have been left by its end. */
static void drive_heal(struct drive *d)
{
	d->first = NULL;
	d->awake = d->last = NULL;
}

static void nodes_heal(struct team *team)
{
	for (int w = 0; w < team->workers; w++)
		drive_heal(&team->worker[w].own_drive);
	for (int v = 0; v < team->net.nodes; v++)
		node_heal(&team->node[v]);
	store_own(&team->meeting.arrived, 0);
	store_own(&team->sleepers, 0);
}

void team_heal(struct team *team)
{
	if (team->spread.transport || threads_renew(team))
		return;
	crews_heal(team);
	sub_teams_close(team);
	nodes_heal(team);
	if (team->renew)
		team->renew(team->kept);
	store_ordered(&team->fault.failing, 0);
	store_ordered(&team->fault.error, 0); /* H1 */
}

/* Takes the team from other holders and from threads that attach. Returns -EBUSY while a thread is
 * attached, or another thread heals or measures. */
static int guests_heal_alone(struct team *team)
{
	int error = team_hold_begin(team);

	if (error)
		return error;
	error = team_hold_off(team, HEALING);
	if (!error && !team_sound(team))
		team_heal(team);
	if (!error)
		store_ordered(&team->job.closing, 0);
	team_hold_end(team);
	return error;
}

/* Another holder needs the team for a moment only. */
void guests_heal(struct team *team)
{
	while (!team->threads && !team->family.above && !team_forked(team) && !team_sound(team) &&
		team_attached(team) < 0)
		if (guests_heal_alone(team))
			sched_yield();
}
