/* Times operations that are called by bodies on nodes, as under grove_team_run. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_TIMING_NODE_BODIES_H
#define PERF_TIMING_NODE_BODIES_H

#include "perf/timing/session.h"

/* Makes the gates at which the bodies of a thread meet. Returns 0 or -ENOMEM with why. */
int node_bodies_open(struct session *session);

/* Carries out session->count operations, and stamps each thread's entry and exit. With `apart` the
 * data come into their state and all threads meet before each operation; otherwise only before the
 * first operation, and the first stamp is of all operations. Returns 0 or -errno. */
int node_bodies_run(struct session *session, bool apart);

#endif
