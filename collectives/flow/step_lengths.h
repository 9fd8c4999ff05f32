/* Finds how long each step of a scatter has to be, with the least sum. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef COLLECTIVES_FLOW_STEP_LENGTHS_H
#define COLLECTIVES_FLOW_STEP_LENGTHS_H

#include "collectives/flow/time_expanded_flow.h"

/* Chooses the lengths of all steps of an expansion with the least sum such that every node but the
 * root receives a block. Among several such choices the late steps are as long as possible. Sets
 * `parts`, the number of units of a block, and the lengths in units. need[v] becomes the units that
 * v receives, and e->keep of the last step must be `need`. Fills the expansion with such a flow, of
 * integers. Obeys e->open. Returns 0; -EINVAL with why if the units would be too small; or
 * -ENOMEM. */
int step_lengths(struct expanded_flow *e, int64_t *need, int *parts);

/* Returns the sum of the lengths in blocks. */
double step_lengths_sum(const struct expanded_flow *e, int parts);

#endif
