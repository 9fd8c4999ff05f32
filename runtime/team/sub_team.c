/* Opens teams below a team, follows their aborts and their progress, and closes them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/error.h"
#include "runtime/node/abort.h"
#include "runtime/node/call_record.h"
#include "runtime/drive/gone.h"
#include "runtime/team/heal.h"
#include "runtime/team/sub_team.h"
#include "runtime/team/thread_exit.h"
#include "runtime/team/wiring.h"

/* Each team has a list of the teams directly below, under a lock. A thread that holds the lock of a
 * team takes only locks of teams below. A sub-team is in the list from its opening until its last
 * node has left, so that nobody who walks the list meets a team that is being freed.
 *
 * A sub-team that its nodes have left is kept as a spare, as new, for the next split that makes the
 * same sub-team: its rings, plans and programs are there. A spare is in a list of its own, so
 * nobody looks for progress there.
 *
 *	writers
 *	below, spare, beside	under the lock of the team above
 *	members		each node that leaves counts down
 *
 *	edges
 *	S1 -> S1	members		all that the nodes did in the sub-team, to the last node,
 *					which keeps or closes the sub-team
 */

static void list_add(struct team *team)
{
	struct team *above = team->family.above;

	pthread_mutex_lock(&above->family.below_lock);
	team->family.beside = above->family.below;
	above->family.below = team;
	pthread_mutex_unlock(&above->family.below_lock);
}

static void list_remove(struct team *team)
{
	struct team *above = team->family.above, **link = &above->family.below;

	pthread_mutex_lock(&above->family.below_lock);
	while (*link != team)
		link = &(*link)->family.beside;
	*link = team->family.beside;
	pthread_mutex_unlock(&above->family.below_lock);
}

/* ---- Spares ---- */

/* Returns true if the team has that network on the threads of these nodes of the parent. */
static bool is_alike(const struct team *team, const struct network *net, const int *above)
{
	if (!network_same(&team->net, net))
		return false;
	for (int v = 0; v < net->nodes; v++)
		if (team->node[v].worker->above->number != above[v])
			return false;
	return true;
}

/* Takes a spare for such a sub-team from the list. Returns NULL if the list has none. */
static struct team *spare_take(struct team *parent, const struct network *net, const int *above)
{
	struct team **link = &parent->family.spare, *team;

	pthread_mutex_lock(&parent->family.below_lock);
	while (*link && !is_alike(*link, net, above))
		link = &(*link)->family.beside;
	team = *link;
	if (team)
		*link = team->family.beside;
	pthread_mutex_unlock(&parent->family.below_lock);
	return team;
}

/* Keeps a team as a spare. Returns the oldest spare if there are more than the parent has nodes,
 * which suffice for any split. */
static struct team *spare_add(struct team *parent, struct team *team)
{
	struct team **link = &parent->family.spare, *oldest = NULL;
	int spares = 0;

	pthread_mutex_lock(&parent->family.below_lock);
	team->family.beside = parent->family.spare;
	parent->family.spare = team;
	while (*link && spares++ < parent->net.nodes)
		link = &(*link)->family.beside;
	oldest = *link;
	*link = NULL;
	pthread_mutex_unlock(&parent->family.below_lock);
	return oldest;
}

/* Says that a node of a sub-team runs on the thread of a node of the parent, and sleeps there. */
static void lodge(struct node *me, struct node *above)
{
	me->worker->above = above;
	me->worker->parker = above->worker->parker;
	me->drive = me->worker->drive = above->drive;
	for (int p = 0; p < me->team->net.ports; p++) {
		struct ring *out = me->links.port[p].out, *in = me->links.port[p].in;

		out->sender = in->receiver = me->worker->parker;
		if (out->wire) /* this thread is at both ends, as in team_memory.c */
			out->receiver = in->sender = me->worker->parker;
	}
}

/* ---- Sub-teams of teams over several processes ---- */

struct wiring_below {
	struct wiring wiring;
	struct team *parent;
	int *places; /* NULL: all nodes are in this process */
};

static int open_below(struct team *team, const struct wiring *wiring)
{
	struct team *parent = ((const struct wiring_below *)wiring)->parent;

	return parent->spread.transport->extend(team, parent);
}

static int places_find(struct wiring_below *below, const struct network *net, const int *above)
{
	const struct team *parent = below->parent;
	int *places = NULL, here = 0;

	for (int v = 0; v < net->nodes; v++)
		here += node_is_here(&parent->node[above[v]]);
	if (here == net->nodes)
		return 0;
	places = malloc((size_t)net->nodes * sizeof *places);
	if (!places)
		return why(ENOMEM, "no memory for the places of %d nodes", net->nodes);
	for (int v = 0; v < net->nodes; v++)
		places[v] = parent->spread.process_of[above[v]];
	below->places = places;
	below->wiring = (struct wiring){ places, parent->spread.process_here, here, open_below };
	return 0;
}

static bool is_over(const struct team *team)
{
	return !load_own(&team->family.members) && team->spread.transport &&
	       team->spread.transport->over(team);
}

/* Returns a team below that all nodes of all processes have left, taken from the list, or NULL. */
static struct team *find_over(struct team *parent)
{
	struct team **link = &parent->family.below, *team;

	pthread_mutex_lock(&parent->family.below_lock);
	while (*link && !is_over(*link))
		link = &(*link)->family.beside;
	team = *link;
	if (team)
		*link = team->family.beside;
	pthread_mutex_unlock(&parent->family.below_lock);
	return team;
}

/* Nodes leave without waiting for other processes, so such a team is closed later. */
static int close_over(struct team *parent)
{
	struct team *team;
	int error, first = 0;

	while ((team = find_over(parent))) {
		error = team_close(team);
		first = first ? first : error;
	}
	return first;
}

int sub_team_address(const struct team *team)
{
	return team && team->spread.transport ? team->spread.transport->address(team) : 0;
}

void sub_team_know(struct team *team, int v, int address)
{
	if (team->spread.transport && !node_is_here(&team->node[v]))
		team->spread.transport->know(team, team->spread.process_of[v], address);
}

static int open_new(struct team **team, struct team *parent, const struct network *net,
	const struct pacing *pacing, const int *above)
{
	struct wiring_below below = { .parent = parent };
	const struct team_options options = {
		.net = *net,
		.threads = GROVE_CALLER,
		.timeout = parent->times.timeout,
		.pacing = pacing,
		.wiring = &below.wiring,
	};
	struct team_options own = options;
	int error = places_find(&below, net, above);

	if (!below.places)
		own.wiring = NULL;
	if (!error)
		error = team_open(team, &own);
	if (error) {
		free(below.places);
		return error;
	}
	(*team)->spread.places = below.places;
	(*team)->spread.oversubscribed = parent->spread.oversubscribed;
	/* The nodes share the cores and the cache with all nodes of the parent. */
	(*team)->times.call = parent->times.call;
	(*team)->cores = parent->cores;
	(*team)->links.folded_body = parent->links.folded_body;
	(*team)->family.above = parent;
	for (int v = 0; v < net->nodes; v++)
		if (node_is_here(&(*team)->node[v]))
			lodge(&(*team)->node[v], &parent->node[above[v]]);
	return 0;
}

int sub_team_open(struct team **team, struct team *parent, const struct network *net,
	const struct pacing *pacing, const int *above)
{
	int error = 0;

	*team = parent->spread.transport ? NULL : spare_take(parent, net, above);
	if (!*team)
		error = open_new(team, parent, net, pacing, above);
	if (error)
		return error;
	store_own(&(*team)->family.members, (uint32_t)(*team)->here);
	list_add(*team);
	/* The failure of the parent may have walked the list before. */
	if (load_acquire(&parent->fault.error)) /* X2 */
		sub_teams_fail(parent);
	return 0;
}

int sub_team_enter(struct team *team, int v, struct node **me)
{
	int error = team_attach(team, v, me);

	if (error)
		team_fail(team, &(struct abort_state){ ECANCELED, -error },
			"node %d could not enter the sub-team: %s",
			team->node[v].worker->above->number, why_text());
	return error;
}

int sub_team_close(struct team *team)
{
	list_remove(team);
	return team_close(team);
}

/* The nodes have left in agreement, and so the team may serve others: as new, without what its
 * nodes left there. */
static int members_gone(struct team *team)
{
	struct team *above = team->family.above, *oldest;
	int error;

	if (team->spread.transport) {
		team->spread.transport->leave(team);
		return close_over(above);
	}
	if (!team_sound(team) || !team_sound(above))
		return sub_team_close(team);
	if (!team_agrees(team)) {
		error = team_refuse(team);
		sub_team_close(team);
		return error;
	}
	list_remove(team);
	team_heal(team);
	oldest = spare_add(above, team);
	return oldest ? team_close(oldest) : 0;
}

int sub_team_leave(struct node *me)
{
	struct team *team = me->team;
	int below = sub_teams_leave(me), error = node_detach(me);

	if (error)
		return error;
	node_go(me);
	if (add_ordered(&team->family.members, -1u) == 1) /* S1 */
		error = members_gone(team);
	return below ? below : error;
}

int sub_teams_leave(const struct node *above)
{
	struct worker *worker;
	int first = 0, error;

	while ((worker = worker_below(above))) {
		error = sub_team_leave(&worker->team->node[worker->first]);
		first = first ? first : error;
	}
	return first;
}

bool team_is_sub(const struct team *team)
{
	return team->family.above;
}

void sub_teams_unlock(struct team *team)
{
	pthread_mutex_init(&team->family.below_lock, NULL);
	for (struct team *sub = team->family.below; sub; sub = sub->family.beside)
		sub_teams_unlock(sub);
	for (struct team *sub = team->family.spare; sub; sub = sub->family.beside)
		sub_teams_unlock(sub);
}

void sub_teams_close(struct team *team)
{
	while (team->family.below)
		sub_team_close(team->family.below);
}

void sub_teams_free(struct team *team)
{
	struct team *spare;

	sub_teams_close(team);
	while ((spare = team->family.spare)) {
		team->family.spare = spare->family.beside;
		team_close(spare);
	}
}
