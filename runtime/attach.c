/* Attaching: a caller's own thread takes part as a node. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include "base/why.h"
#include "runtime/fault.h"
#include "runtime/leave.h"

/* Who writes what, and the edge T1 -> T2: crew.h. */

int team_attach(struct team *team, int v, struct node **me)
{
	struct worker *worker;

	if (!team_sound(team))
		return team_refuse(team);
	if (team->threads)
		return why(EINVAL, "%s: the team has threads of its own", team->net.name);
	if (v < 0 || v >= team->net.nodes)
		return why(EINVAL, "%s has no node %d", team->net.name, v);
	worker = &team->worker[v];
	if (exchange_ordered(&worker->taken, 1)) /* T2 */
		return why(EBUSY, "a thread is attached as node %d already", v);
	if (worker_enlist(worker)) {
		store_release(&worker->taken, 0); /* T1 */
		return -ENOMEM;
	}
	worker->inside = true;
	*me = &team->node[v];
	return 0;
}

int node_detach(struct node *me)
{
	struct worker *worker = me->worker;

	if (me->team->threads)
		return why(EINVAL, "node %d belongs to a thread of the team", me->number);
	if (!worker->inside || !pthread_equal(worker->self, pthread_self()))
		return why(EINVAL, "this thread is not attached as node %d", me->number);
	worker_dismiss(worker);
	worker->inside = false;
	store_release(&worker->taken, 0); /* T1 */
	return 0;
}

int node_may_block(struct node *me)
{
	const struct worker *worker = me->worker;

	if (!team_sound(me->team))
		return team_refuse(me->team);
	if (worker->nodes > 1)
		return why(EDEADLK,
			"node %d shares its thread with %d others: they take part in a collective "
			"together, by a plan for all",
			me->number, worker->nodes - 1);
	if (!worker->inside || !pthread_equal(worker->self, pthread_self()))
		return why(EINVAL, "this thread is not node %d", me->number);
	return 0;
}
