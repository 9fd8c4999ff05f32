/* The group of which cube-connected cycles and butterflies are graphs, with nodes (i, X). */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOPOLOGY_NETWORKS_CYCLE_GROUPS_H
#define TOPOLOGY_NETWORKS_CYCLE_GROUPS_H

#include "topology/network.h"

/* Node X d + i is (i, X): level i of cycle X, 0 <= i < d, bit b of X is x_b. Both networks are
 * Cayley graphs of the same group, (i, X) (j, Y) = (i + j, X xor Y moved i places to the left),
 * levels modulo d and bits cyclically: the wreath product of Z_2 with Z_d. */

/* The ports. */
enum {
	CCC_UP,	   /* to (i + 1, X) */
	CCC_DOWN,  /* to (i - 1, X) */
	CCC_CROSS, /* to (i, X_i): X with bit i flipped */
	CCC_PORTS
};
enum {
	BUTTERFLY_UP,	      /* to (i + 1, X) */
	BUTTERFLY_DOWN,	      /* to (i - 1, X) */
	BUTTERFLY_CROSS_UP,   /* to (i + 1, X_i) */
	BUTTERFLY_CROSS_DOWN, /* to (i - 1, X_(i-1)) */
	BUTTERFLY_PORTS
};

/* Functions for the columns of the kinds. Labels are as in Nickolov 1993: "(i,x_0x_1..x_(d-1))". */
int cycle_groups_translate(const struct network *net, int s, int v);
int cycle_groups_untranslate(const struct network *net, int s, int v);
int cycle_groups_rotations(const struct network *net);
void cycle_groups_label(const struct network *net, int v, char text[NETWORK_LABEL]);

/* Reads d, and writes nodes, dimension and name. Returns 0, or -EINVAL with why. */
int cycle_groups_parse(struct network *net, const char *kind, const char *arguments);

/* Returns a + b modulo d, for 0 <= a, b < d. */
static inline int level_plus(int a, int b, int d)
{
	return a + b < d ? a + b : a + b - d;
}

/* Returns X with bit b moved to -b - shift (mod d), for each b. This is the effect of a reflection
 * of the levels on bits that belong to levels (shift 0) or to the steps after levels (shift 1). */
unsigned cycle_groups_reflect(unsigned x, int shift, int d);

/* Returns the fewest steps on the cycle of levels from 0 to `goal` that pass each place of
 * `places`. Places are levels (behind = 0), or steps from a level to the next (behind = 1). */
int cycle_groups_walk(unsigned places, int goal, int behind, int d);

#endif
