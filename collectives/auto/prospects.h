/* Walks over the algorithms and orders that could serve a problem, and says which are not worth a
 * plan. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef COLLECTIVES_AUTO_PROSPECTS_H
#define COLLECTIVES_AUTO_PROSPECTS_H

#include "collectives/registry.h"
#include "plan/model/estimate.h"

/* On larger networks composed algorithms are estimated by their parts. */
enum {
	COMPOSED_NODES = 64
};

/* A walk over the algorithms of the table that are not composed, and over the orders to look at; or
 * over a list of names (usual.h) that the caller gives, composed or not. The caller sets `problem`;
 * the other fields start as zeros. */
struct prospect_walk {
	const struct problem *problem;
	const char *names; /* the rest of the list, or NULL */
	struct algorithm_walk at;
	const char *other; /* the order that comes next, or NULL */
	char algorithm[ALGORITHM_NAME], order[ALGORITHM_NAME];
};

/* Sets algorithm and order. Returns false after the last. */
bool prospect_next(struct prospect_walk *walk);

/* Finds why a problem's algorithm is not worth a plan for links of such rates; *reason is NULL
 * if the algorithm is. Returns 0 or -ENOMEM. */
int prospect_left_out(
	const char **reason, const struct problem *problem, const struct rates *rates);

/* The blocks of a choice: that many bytes, in whole elements, on links of such rates. */
struct prospect_size {
	size_t bytes, element;
	const struct rates *rates;
};

/* Returns seconds that no estimate falls below, found before a plan is made: the least work of all
 * plans by an algorithm of the table, along the trees of this family (NULL: not known). */
double prospect_floor(const struct problem *problem, const struct algorithm *a,
	const struct family *family, const struct prospect_size *size);

#endif
