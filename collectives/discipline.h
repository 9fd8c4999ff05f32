/* Names the orders of `--order`: variants of a schedule along the same trees. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef COLLECTIVES_DISCIPLINE_H
#define COLLECTIVES_DISCIPLINE_H

#include "collectives/timing.h"

/* The names of all orders, then NULL. */
extern const char *const discipline_names[];

/* Finds when links are used in the order that the problem names, or in the usual order if the
 * problem names none. Returns 0, or -EINVAL with the orders that this problem has. */
int discipline_timing(enum timing *timing, const struct problem *problem);

/* Refuses any named order, for algorithms with only one order. Returns 0 or -EINVAL with why. */
int discipline_none(const struct problem *problem);

/* Returns 0, or -EINVAL with the orders that this problem has if the named order is not among
 * these. */
int discipline_check(const struct problem *problem);

/* Returns true if packets are cut from the whole stream of a port (plan/stream.h). */
bool discipline_streams(const struct problem *problem);

#endif
