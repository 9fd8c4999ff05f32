/* Gives a team to a single thread at a time, and refuses every other thread meanwhile. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include "base/error.h"
#include "runtime/node/abort.h"
#include "runtime/team/team_hold.h"
#include "runtime/team/thread_exit.h"
#include "runtime/node/transport.h"

/* No thread waits for the holder: the holder may keep the team for as long as a body runs, and a
 * thread that waited for its own body would never return.
 *
 *	writers
 *	held		by exchange: 1; a thread that finds 0 is the holder; the holder: 0
 *	state		the holder
 *	closing		the holder: from the search for attached threads until the team is freed, or
 *			healed
 *	taken		an attached thread (team_state.h)
 *
 *	edges
 *	K1 -> K2	held		all that the last holder did with the team, to the next one
 *	C1, C2		closing, then taken: ordered accesses
 *	T2, C3		taken, then closing, by a thread that attaches: ordered accesses, too,
 *			so that at least one of the two threads sees the other
 */

int team_hold_outside(const struct team *team)
{
	if (team->threads && team_employs(team))
		return why(EDEADLK, "%s: a thread of the team cannot wait for the team",
			team->net.name);
	return 0;
}

int team_hold_begin(struct team *team)
{
	int state;

	if (team_forked(team))
		return team_refuse(team);
	if (team_hold_outside(team))
		return -EDEADLK;
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
	if (exchange_ordered(&team->hold.held, 1)) { /* K2 */
		pthread_setcancelstate(state, &state);
		return why(EBUSY, "%s: another thread runs, measures or frees the team",
			team->net.name);
	}
	team->hold.state = state;
	return 0;
}

void team_hold_end(struct team *team)
{
	int state = team->hold.state;

	store_release(&team->hold.held, 0); /* K1 */
	pthread_setcancelstate(state, &state);
}

int team_hold_idle(struct team *team)
{
	int error = team_hold_begin(team);

	for (int v = 0; !error && team_sound(team) && v < team->net.nodes; v++) {
		const struct progress *news = &team->node[v].news;

		if (load_own(&news->entered) == load_own(&news->left) ||
			!node_is_here(&team->node[v]))
			continue;
		team_hold_end(team);
		error = why(EBUSY, "%s: node %d is inside an operation", team->net.name, v);
	}
	return error;
}

int team_attached(const struct team *team)
{
	for (int v = 0; !team->threads && v < team->workers; v++)
		if (load_ordered(&team->worker[v].taken)) /* C2 */
			return v;
	return -1;
}

int team_hold_off(struct team *team, enum closing why_not)
{
	int attached;

	store_ordered(&team->job.closing, why_not); /* C1 */
	attached = team_attached(team);
	if (attached < 0)
		return 0;
	store_ordered(&team->job.closing, OPEN);
	return why(EBUSY, "%s: a thread is attached as node %d", team->net.name, attached);
}
