/* The table of networks: a line for each kind, in the order of `grove list`. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOPOLOGY_NETWORKS_KINDS_H
#define TOPOLOGY_NETWORKS_KINDS_H

#include "topology/network.h"

/* clang-format off */
#define NETWORK_KINDS(KIND) \
	KIND(cube) \
	KIND(gh) \
	KIND(star) \
	KIND(ccc) \
	KIND(butterfly) \
	KIND(ring) \
	KIND(torus) \
	KIND(mesh) \
	KIND(graph)
/* clang-format on */

#define DECLARE_KIND(name) extern const struct network_kind kind_##name;
NETWORK_KINDS(DECLARE_KIND)
#undef DECLARE_KIND

/* For the parsers of the kinds. Reads the decimal digits at *text and moves *text past the digits.
 * Returns -1 without digits, and never more than NETWORK_NODES + 1, however long the number is. */
int network_read_number(const char **text);

#endif
