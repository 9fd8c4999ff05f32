/* Need: how much memory a plan takes at least, before it is made. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef COLLECTIVES_MEMORY_NEED_H
#define COLLECTIVES_MEMORY_NEED_H

#include "plan/problem.h"

/* Hops of the problem's plan, and bytes that making it takes; never more than it really is, so that nothing
 * that fits is refused. */
double memory_need_hops(const struct problem *problem);
double memory_need_bytes(const struct problem *problem);

/* 0, or -ENOMEM with the largest network of the kind whose plan fits. */
int memory_need_fits(const struct problem *problem);

#endif
