/* Makes permutations of the nodes, by name or from a file. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef APPS_PERMUTATION_INPUT_H
#define APPS_PERMUTATION_INPUT_H

/* Returns a permutation, for free(). `text` is inversion, transpose, bit-reversal, shuffle,
 * rotate:K, random:SEED, or the name of a file with as many whole numbers as nodes. Ends the
 * application when `text` is anything else, or the file has no permutation. */
int *permutation_make(const char *text, int nodes);

#endif
