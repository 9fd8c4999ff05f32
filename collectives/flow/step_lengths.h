/* Step lengths: how long each step of a scatter has to be, in all as short as can be. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef COLLECTIVES_FLOW_STEP_LENGTHS_H
#define COLLECTIVES_FLOW_STEP_LENGTHS_H

#include "collectives/flow/time_expanded_flow.h"

/* Chooses the lengths of all steps of an expansion, of the least sum with which every node but the
 * root receives a block; of these the one in which late steps are long. Sets `parts`, in how many
 * units a block is cut, and the lengths in units; need[v] becomes what v receives and e->keep of
 * the last step is to be it; fills the expansion with such a flow, of integers. e->open holds. 0;
 * -EINVAL with why where the units would be too small; -ENOMEM. */
int step_lengths(struct expanded_flow *e, int64_t *need, int *parts);

/* Their sum in blocks. */
double step_lengths_sum(const struct expanded_flow *e, int parts);

#endif
