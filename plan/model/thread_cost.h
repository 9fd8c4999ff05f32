/* Thread cost is the time of a plan on threads that each serve a run of nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_MODEL_THREAD_COST_H
#define PLAN_MODEL_THREAD_COST_H

#include "plan/model/estimate.h"

enum {
	THREADS_PACKETS = 1 << 16 /* of a round: beyond this number packets are not followed */
};

/* Computes the seconds of the whole plan: follows the packets of a round in the order of their
 * times. Each packet keeps the thread of the sender busy, then the thread of the receiver, which
 * copies. Between two threads the packet is on the way for beta. A thread that would wait works for
 * its other nodes. Each further round takes the mean of the time of the first round and the work of
 * the busiest thread. The result is negative if the packets are too many. Returns 0, or -ENOMEM
 * with why. */
int thread_cost(double *seconds, const struct plan *plan, const struct cutting *cutting,
	const struct rates *rates);

#endif
