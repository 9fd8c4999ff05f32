/* Watching counts the packets of each link, and the time for which the link is busy. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_NODE_LINK_WATCH_H
#define RUNTIME_NODE_LINK_WATCH_H

#include "base/monotonic.h"
#include "runtime/node/team_state.h"

/* A link is busy from the moment at which its receiver begins to copy or combine a packet until all
 * bytes of the packet are in place, whichever ends of the link copy them.
 *
 *	writers
 *	all members	the receiver's thread while a job runs; between jobs the holder of the team
 *
 *	edges
 *	D1 -> D2, D3 -> D4	team_state.h: from the holder to the receiver, and back
 *
 * So only a team with threads of its own can be watched. */
struct link_use {
	size_t bytes, packets;
	double busy;  /* seconds */
	double begun; /* when the packet was begun that is now copied in parts; 0: none is */
};

/* Begins to watch the links of a team, or begins again with zeros; or ends. Called by the holder of
 * a team that has threads and no pace. Returns 0 or -ENOMEM. */
int team_watch(struct team *team, bool watch);

bool team_watched(const struct team *team); /* at any time */

/* Returns the use of the link that comes to node v through a port, since the team's links have been
 * watched. */
const struct link_use *team_link_use(const struct team *team, int v, int port);

/* Notes the moment at which the receiver begins with a packet that may take several steps. */
static inline void link_use_begin(struct node *me, const struct instruction *i)
{
	if (me->links.uses)
		me->links.uses[i->port].begun = monotonic_seconds();
}

/* Counts a packet that is in place, and that was begun now, or earlier in parts. */
static inline void link_use_end(struct node *me, const struct instruction *i, double begun)
{
	struct link_use *use = &me->links.uses[i->port];

	use->busy += monotonic_seconds() - (use->begun > 0 ? use->begun : begun);
	use->begun = 0;
	use->bytes += i->bytes;
	use->packets++;
}

#endif
