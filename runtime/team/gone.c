/* Finds nodes that wait for a node that has gone, and ends their waits. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "runtime/team/culprit.h"
#include "runtime/team/gone.h"
#include "runtime/team/pending.h"
#include "runtime/team/wait_report.h"

/* departure.h has the tables of writers and edges. */

void node_go(struct node *me)
{
	struct team *top = team_top(me->team);

	if (!departure_say(&me->news.gone, &top->sleepers, &top->worker[0].parker.barrier))
		return;
	for (int w = 0; w < top->workers; w++)
		parker_wake(&top->worker[w].parker);
}

void node_come(struct node *me)
{
	store_own(&me->news.gone, 0);
}

/* The event is looked at after `gone`. */
const struct node *node_missed_peer(const struct node *me)
{
	const struct node *peer;

	if (!load_own(&me->news.waiting))
		return NULL;
	peer = &me->team->node[load_own(&me->news.peer)];
	return node_gone(peer) && !node_could_go_on(me) ? peer : NULL;
}

bool worker_waits_in_vain(const struct worker *me)
{
	for (struct pending *p = me->drive->first; p; p = p->next)
		if (pending_vain(p))
			return true;
	return false;
}

int worker_gives_up(struct worker *me)
{
	int error = worker_finds_difference(me);

	for (struct pending *p = me->drive->first; !error && p; p = p->next)
		if (pending_vain(p))
			error = pending_misses(p);
	return error;
}
