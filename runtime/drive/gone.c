/* Finds nodes that wait for a node that has gone, and ends their waits. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "runtime/drive/gone.h"
#include "runtime/drive/wait_report.h"

/* departure.h has the tables of writers and edges. */

void node_go(struct node *me)
{
	struct team *top = team_top(me->team);

	if (!departure_say(&me->news.gone, job_to_go(me->team), &top->sleepers,
		    &top->worker[0].own_parker.barrier))
		return;
	for (int w = 0; w < top->workers; w++)
		parker_wake(&top->worker[w].own_parker);
}

bool pending_hopeless(struct pending *me)
{
	return pending_started(me) && me->kind->hopeless && me->kind->hopeless(me);
}

/* Of calls that all are waited for, one that cannot end is enough; of others each must be so. */
bool pending_vain(struct pending *me)
{
	const struct waiter *w = me->waiter;

	if (!w || !pending_hopeless(me))
		return false;
	for (int i = 0; w->any && i < w->count; i++)
		if (pending_started(w->calls[i]) && !pending_hopeless(w->calls[i]))
			return false;
	return true;
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
