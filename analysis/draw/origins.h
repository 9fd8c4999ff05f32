/* Declares the origins of bytes: the ports that bytes pass at their first or last node. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_DRAW_ORIGINS_H
#define ANALYSIS_DRAW_ORIGINS_H

#include "plan/lists/cells.h"

/* The trees of a family differ in the port of the root, so the port identifies the tree. */
struct origins {
	const struct schedule *schedule;
	struct cells ports;
};

/* Returns 0 or -ENOMEM. */
int origins_open(struct origins *origins, const struct schedule *schedule);
void origins_free(struct origins *origins);

/* Returns the port, 0 <= p < ports, of the range's first byte. Returns 0 for an empty range or an
 * unknown port. */
int origins_port(const struct origins *origins, const struct range *range);

/* Returns true where origins exist: not for collectives in which all nodes begin and all nodes
 * end. */
bool origins_known(const struct problem *problem);

#endif
