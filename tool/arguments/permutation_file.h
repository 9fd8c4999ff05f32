/* Reads a permutation by name, or from a file of whole numbers. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_ARGUMENTS_PERMUTATION_FILE_H
#define TOOL_ARGUMENTS_PERMUTATION_FILE_H

#include "topology/network.h"

/* Fills permutation[nodes]. Returns 0, or -EINVAL with why: the text is neither a name nor a
 * readable file, or the numbers in the file are not a permutation. */
int permutation_read(int *permutation, const struct network *net, const char *text);

#endif
