/* A floor is a bound on the time of threads that is found without a plan. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_MODEL_THREAD_FLOOR_H
#define PLAN_MODEL_THREAD_FLOOR_H

#include "plan/model/thread_time.h"

/* The least work of all plans of a kind: packets between nodes, and bytes of these packets. */
struct least_work {
	double packets, bytes;
};

/* Returns seconds that thread_time does not fall below: what the threads need for such work on
 * blocks of that many bytes, if the work is spread evenly and takes the cheapest ways. Returns 0 if
 * a cost was not measured. */
double thread_floor(const struct least_work *work, const struct problem *problem, size_t bytes,
	const struct rates *rates);

#endif
