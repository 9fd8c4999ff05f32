/* Watches for a body that waits, outside of grove, for another body of the same thread. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_TEAM_OUTSIDE_H
#define RUNTIME_TEAM_OUTSIDE_H

#include "runtime/node/team_state.h"

/* A body that sleeps in a lock, a barrier or a condition of the program's keeps its thread, so no
 * other body of that thread gets its turn. If the sleeping body waits for one of these, nobody in
 * grove can tell: the threads of the team may all be in such a sleep. A further thread therefore
 * looks at the team, a few times within the team's timeout, and sleeps while no bodies run.
 *
 * Nothing is promised for a body that waits in a loop of its own, which looks like a body that
 * computes, for a team without a timeout, or for nodes of several processes, since a body may wait
 * for another process. */

/* Called by the holder of the team, before bodies that share threads run. The first call starts the
 * thread. Without that thread bodies run all the same. */
void outside_watch(struct team *team);

/* Ends the thread, in the process that opened the team. outside_free follows in any process. */
void outside_close(struct team *team);
void outside_free(struct team *team);

#endif
