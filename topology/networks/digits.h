/* Networks whose nodes are strings of digits: reading radices, adding, labels. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOPOLOGY_NETWORKS_DIGITS_H
#define TOPOLOGY_NETWORKS_DIGITS_H

#include "topology/network.h"

/* v = sum of digit_i * place[i], 0 <= digit_i < radix[i], for net->dimension digits; digit 0 is the
 * least significant. The group is the sum of the cyclic groups of the digits. */

/* Reads "2x3x4", the most significant radix first, and writes nodes, dimension, radices, places and
 * the name, which begins with the name of the kind. Returns 0, or -EINVAL with why, which repeats
 * the kind's form. */
int digits_parse(struct network *net, const char *arguments);

/* Functions for the columns of the kinds. A rotation, for equal radices, moves every digit a place
 * to the left. Labels are "(1,2,0)", the most significant digit first. */
int digits_translate(const struct network *net, int s, int v);
int digits_untranslate(const struct network *net, int s, int v);
int digits_rotations(const struct network *net);
int digits_rotate(const struct network *net, int v);
void digits_label(const struct network *net, int v, char text[NETWORK_LABEL]);

/* Returns digit i of a node. */
static inline int digit_of(const struct network *net, int v, int i)
{
	return v / net->place[i] % net->radix[i];
}

#endif
