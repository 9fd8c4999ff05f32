/* The chooser: what `auto` means, and why. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef COLLECTIVES_AUTO_CHOOSE_H
#define COLLECTIVES_AUTO_CHOOSE_H

#include "plan/model/estimate.h"

struct candidate {
	char algorithm[ALGORITHM_NAME], order[ALGORITHM_NAME];
	double seconds;	      /* estimated; INFINITY when it was left out */
	const char *left_out; /* why, or NULL */
	double measured;      /* seconds, of a table of choices; NAN: not in one */
	size_t packet;	      /* the limit with which it was measured */
};

enum {
	CANDIDATES = 48
};

/* All that could serve the problem (whose algorithm and order do not matter), the fastest first.
 * Returns how many there are, at least 1, or -errno with why. */
int choose(struct candidate list[CANDIDATES], const struct problem *problem, size_t bytes,
	size_t element, const struct rates *rates);

#endif
