/* Orders: the variants of a schedule along the same trees, by the names that `--order` takes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef COLLECTIVES_DISCIPLINE_H
#define COLLECTIVES_DISCIPLINE_H

#include "collectives/timing.h"

/* The names of all orders, then NULL. */
extern const char *const discipline_names[];

/* When links are used in the order that the problem names, or in the usual one when it names none.
 * 0, or -EINVAL with the orders that this problem has. */
int discipline_timing(enum timing *timing, const struct problem *problem);

/* 0, or -EINVAL with why: the problem names an order, and its algorithm has one alone. */
int discipline_none(const struct problem *problem);

/* 0, or -EINVAL with the orders that this problem has, because the one that it names is not one. */
int discipline_check(const struct problem *problem);

/* Whether packets are cut from the whole stream of a port (plan/stream.h). */
bool discipline_streams(const struct problem *problem);

#endif
