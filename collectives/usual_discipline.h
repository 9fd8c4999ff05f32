/* Gives the usual orders of collectives, for problems that name no order. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef COLLECTIVES_USUAL_DISCIPLINE_H
#define COLLECTIVES_USUAL_DISCIPLINE_H

#include "collectives/timing.h"

/* Return the usual timing of the problem, and the usual timing of a broadcast along the same
 * trees. */
enum timing discipline_usual(const struct problem *problem);
enum timing discipline_usual_broadcast(const struct problem *problem);

/* Returns the timing in which each link carries the blocks of all nodes below it together. */
enum timing timing_postorder(const struct problem *problem);

/* Returns true if the trees cross a dimension at each level: then there are as many steps level by
 * level as dimension by dimension. */
bool crosses_in_order(const struct problem *problem);

/* Returns true if there are several trees. */
bool along_several_trees(const struct problem *problem);

#endif
