/* Walks over the algorithms and orders that could serve a problem, and says which are not worth a
 * plan. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef COLLECTIVES_AUTO_PROSPECTS_H
#define COLLECTIVES_AUTO_PROSPECTS_H

#include "plan/model/estimate.h"

enum {
	COMPOSED_NODES = 64 /* larger networks have no composed algorithms */
};

/* A walk over the algorithms of the table that are not composed, and over the orders to look at.
 * The caller sets `problem`; the other fields start as zeros. */
struct prospect_walk {
	const struct problem *problem;
	int next;	       /* the algorithm after this algorithm */
	const char *other;     /* the order that comes next, or NULL */
	char algorithm[ALGORITHM_NAME], order[ALGORITHM_NAME];
};

/* Sets algorithm and order. Returns false behind the last. */
bool prospect_next(struct prospect_walk *walk);

/* Finds why a problem's algorithm is not worth a plan for links of such rates; *reason is NULL if the
 * algorithm is. Returns 0 or -ENOMEM. */
int prospect_left_out(
	const char **reason, const struct problem *problem, const struct rates *rates);

#endif
