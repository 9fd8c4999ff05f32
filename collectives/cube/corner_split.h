/* Corners: the ways of a message from a corner of a cube to the opposite one. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef COLLECTIVES_CUBE_CORNER_SPLIT_H
#define COLLECTIVES_CUBE_CORNER_SPLIT_H

#include <stdint.h>
#include "plan/plan.h"

/* A message is cut in parts: part p is what lies between cut[p] and cut[p + 1] of `units` units,
 * and crosses dimension way[p * n + i] in hop i. Every way crosses each of the n dimensions once.
 * Stout & Wagar 1990, section 3. */
struct corner {
	int n, parts;
	uint32_t units;
	uint32_t *cut; /* [parts + 1] */
	uint8_t *way;  /* [parts * n] */
};

/* What O.C. SEND 1, 2 and 3 do with the message:
 *	WHOLE	it goes in one part, dimension after dimension
 *	TURNED	in n equal parts, each of which begins with another dimension
 *	EVEN	so that at each distance k from the corner all C(n,k) nodes hold as much of it, and
 *		all links that lead on carry as much: 1/(n C(n-1,k)) of the message            */
enum corner_kind {
	CORNER_WHOLE,
	CORNER_TURNED,
	CORNER_EVEN
};

/* The least number of units that such a cut needs: 1, n, or the least common multiple of 1 ... n.
 * 0 when that is more than 2^32. */
uint32_t corner_units(enum corner_kind kind, int n);

/* 0, or -errno with why: -ENOMEM, also where a plan would have more parts than is sensible.
 * corner_free takes one that is all zeros. */
int corner_open(struct corner *corner, enum corner_kind kind, int n);
void corner_free(struct corner *corner);

/* Where a message is left and reached: it goes from the node `from` over the dimensions of the bits
 * of `across`, and before and after that over dimension `outside`, when it is not negative. Adds the
 * hops of part p of the corner as `part` of `block`, the i-th one at time time[i]. 0 or -ENOMEM. */
struct passage {
	int from, across, outside;
	uint32_t block;
	const int *time;
};
int corner_add(struct plan *plan, const struct corner *corner, int p, const struct passage *passage,
	uint32_t part);

#endif
