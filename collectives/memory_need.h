/* Says how much memory a plan takes at least, before the plan is made. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef COLLECTIVES_MEMORY_NEED_H
#define COLLECTIVES_MEMORY_NEED_H

#include "plan/problem.h"

/* Return the hops of the problem's plan, and the bytes that are needed to make the plan. Neither
 * number is above the true number, so that no plan that fits is refused. */
double memory_need_hops(const struct problem *problem);
double memory_need_bytes(const struct problem *problem);

/* Returns 0, or -ENOMEM with the largest network of the same kind whose plan fits. */
int memory_need_fits(const struct problem *problem);

#endif
