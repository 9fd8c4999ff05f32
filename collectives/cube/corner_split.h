/* Gives the ways of a message from a corner of a cube to the opposite corner. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef COLLECTIVES_CUBE_CORNER_SPLIT_H
#define COLLECTIVES_CUBE_CORNER_SPLIT_H

#include <stdint.h>
#include "plan/plan.h"

/* The parts of a message and their ways. Part p lies between cut[p] and cut[p + 1] of `units`
 * units, and crosses dimension way[p * n + i] in hop i. Every way crosses each of the n dimensions
 * once. Stout & Wagar 1990, section 3. */
struct corner {
	int n, parts;
	uint32_t units;
	uint32_t *cut; /* [parts + 1] */
	uint8_t *way;  /* [parts * n] */
};

/* The ways of O.C. SEND 1, 2 and 3:
 *	WHOLE	the message goes in one part, dimension after dimension
 *	TURNED	the message goes in n equal parts, each of which begins with another dimension
 *	EVEN	at each distance k from the corner all C(n,k) nodes hold equal shares of the
 *		message, and all links that lead on carry equal shares: 1/(n C(n-1,k))
 */
enum corner_kind {
	CORNER_WHOLE,
	CORNER_TURNED,
	CORNER_EVEN
};

/* Returns the least number of units that such a cut needs: 1, n, or the least common multiple of
 * 1 ... n. Returns 0 if that is more than 2^32. */
uint32_t corner_units(enum corner_kind kind, int n);

/* Opens the ways across n dimensions. Returns 0 or -errno with why: -ENOMEM also if a plan would
 * have too many parts. corner_free takes a corner of zeros, too. */
int corner_open(struct corner *corner, enum corner_kind kind, int n);
void corner_free(struct corner *corner);

/* The passage of a message: from the node `from` over the dimensions of the bits of `across`, and
 * over dimension `outside` before and after, if `outside` is not negative. corner_add adds the hops
 * of part p of the corner as `part` of `block`, hop i at time time[i]. Returns 0 or -ENOMEM. */
struct passage {
	int from, across, outside;
	uint32_t block;
	const int *time;
};
int corner_add(struct plan *plan, const struct corner *corner, int p, const struct passage *passage,
	uint32_t part);

#endif
