/* The usual orders of collectives, where a problem names none. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef COLLECTIVES_USUAL_DISCIPLINE_H
#define COLLECTIVES_USUAL_DISCIPLINE_H

#include "collectives/timing.h"

/* When links are used in the usual order of the problem; and in that of the broadcast alone. */
enum timing discipline_usual(const struct problem *problem);
enum timing discipline_usual_broadcast(const struct problem *problem);

/* Each link carries once all that lies behind it. */
enum timing timing_postorder(const struct problem *problem);

/* Whether the trees cross a dimension at each level: then level by level takes as many steps as
 * dimension by dimension. */
bool crosses_in_order(const struct problem *problem);

/* Whether there are several trees. */
bool along_several_trees(const struct problem *problem);

#endif
