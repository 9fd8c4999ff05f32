/* Images: what node 0's packets of a view carry when other nodes send them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_TRANSLATE_H
#define PLAN_TRANSLATE_H

#include "plan/schedule.h"

/* The same bytes as node w sends them: of a range of node 0 the part that is one range there, which is
 * taken off it. What is left is not empty only where slices of an all-reduce begin. */
struct range range_translated(const struct schedule *schedule, int w, struct range *range);

#endif
