/* A wiring tells a new team which nodes are in this process, and how packets reach the others. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_TEAM_WIRING_H
#define RUNTIME_TEAM_WIRING_H

#include "runtime/node/transport.h"

struct wiring {
	const int *process_of; /* of each node */
	int process, here;     /* this process, and the number of its nodes */
	/* Sets team->transport and team->wires. Called when the rings are there. Returns 0, or
	 * -errno with why. */
	int (*open)(struct team *team, const struct wiring *wiring);
};

#endif
