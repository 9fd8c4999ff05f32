/* Makes permutations of the nodes by the names that the command and tests take. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_NAMED_PERMUTATIONS_H
#define ANALYSIS_NAMED_PERMUTATIONS_H

#include "topology/network.h"

/* Fills permutation[nodes]. Names: inversion, transpose, bit-reversal, shuffle, corners, swap:A,B,
 * rotate:K, random:SEED. Returns 0, or -EINVAL with why ("transpose: needs a square number of
 * nodes, got 8"). */
int permutation_named(int *permutation, const struct network *net, const char *name);

#endif
