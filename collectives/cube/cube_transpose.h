/* Transposes a matrix that lies in submatrices on a cube of 2c dimensions. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef COLLECTIVES_CUBE_CUBE_TRANSPOSE_H
#define COLLECTIVES_CUBE_CUBE_TRANSPOSE_H

#include <stdbool.h>
#include "topology/network.h"

/* Returns Q: how often a node whose halves differ in k bits sends through each link. A common Q is
 * the least multiple of 1 .. c that is 2c or more (1 where c = 1). Otherwise Q is the least
 * multiple of k that is 2c or more. */
int transpose_sends(const struct network *net, bool common, int k);

/* Returns the least number of units of a message such that every packet is a whole number of
 * units. */
int transpose_units(const struct network *net, bool common);

#endif
