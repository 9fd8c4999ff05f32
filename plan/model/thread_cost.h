/* Plans on threads: what one round takes where each thread serves a run of nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_MODEL_THREAD_COST_H
#define PLAN_MODEL_THREAD_COST_H

#include "plan/model/estimate.h"

enum {
	THREADS_PACKETS = 1 << 16 /* of one round: more are not followed one by one */
};

/* Seconds of the whole plan: its packets are followed in the order of their times. Each keeps the
 * thread of its sender busy, then that of its receiver, who copies; between threads it is on its way
 * for beta. A thread that waits does what its other nodes have to do. Further rounds take a
 * time between what the busiest thread has to do and what the first one took. Negative where there are too many packets to follow. 0 or -ENOMEM with why. */
int thread_cost(double *seconds, const struct plan *plan, const struct cutting *cutting,
	const struct rates *rates);

#endif
