/* Says which algorithm `auto` means for a problem, and why. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef COLLECTIVES_AUTO_CHOOSE_H
#define COLLECTIVES_AUTO_CHOOSE_H

#include "plan/model/estimate.h"

struct candidate {
	char algorithm[ALGORITHM_NAME], order[ALGORITHM_NAME];
	double seconds;	      /* estimated; INFINITY if left out */
	const char *left_out; /* why, or NULL */
	double measured;      /* seconds, of a table of choices; NAN: not in the table */
	size_t packet;	      /* the packet limit of that measurement */
	bool composable;      /* estimated, and can be a part of a composed algorithm */
	struct plan *plan;    /* of choose_fastest, for the caller to free; NULL: not made */
};

enum {
	CANDIDATES = 48
};

/* Lists all algorithms that could serve the problem, the fastest first. The problem's own algorithm
 * and order do not matter. Returns how many there are, at least 1, or -errno with why. */
int choose(struct candidate list[CANDIDATES], const struct problem *problem, size_t bytes,
	size_t element, const struct rates *rates);

/* Finds a candidate as fast as the first of choose, in less time: candidates that cannot be the
 * first are not estimated, and an algorithm is not composed of a part that alone takes longer. On
 * this machine's threads only the usual algorithms of a kind of network are candidates (usual.h),
 * and the candidate seldom takes more than 1.1 times as long as the first. If there is only one
 * candidate, its time is not estimated, and best->seconds is NAN. Returns 0, or -errno with why. */
int choose_fastest(struct candidate *best, const struct problem *problem, size_t bytes,
	size_t element, const struct rates *rates);

#endif
