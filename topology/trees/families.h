/* The table of tree families: a line for each family, in the order of `grove list`. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOPOLOGY_TREES_FAMILIES_H
#define TOPOLOGY_TREES_FAMILIES_H

#include "topology/tree.h"

/* The families of the cube come first, in the order of Johnsson & Ho's section 3. The families of
 * gh, of ccc and butterfly, of the star, and of every network follow. A base stands before the
 * family that rotates it. */
/* clang-format off */
#define TREE_FAMILIES(FAMILY) \
	FAMILY(brg) \
	FAMILY(nrbrg) \
	FAMILY(sbt) \
	FAMILY(hsbt) \
	FAMILY(tcbt) \
	FAMILY(nrsbt) \
	FAMILY(ersbt) \
	FAMILY(nesbt) \
	FAMILY(sbnt) \
	FAMILY(sbntc) \
	FAMILY(rsbt2) \
	FAMILY(rsbt4) \
	FAMILY(rsbt6) \
	FAMILY(bst) \
	FAMILY(bsg) \
	FAMILY(adst2) \
	FAMILY(adst3) \
	FAMILY(adst4) \
	FAMILY(edst2) \
	FAMILY(ascend) \
	FAMILY(descend) \
	FAMILY(star) \
	FAMILY(star_dc) \
	FAMILY(mst) \
	FAMILY(hp2) \
	FAMILY(hpmid) \
	FAMILY(bfs)
/* clang-format on */

#define DECLARE_FAMILY(name) extern const struct family family_##name;
TREE_FAMILIES(DECLARE_FAMILY)
#undef DECLARE_FAMILY

/* For the column `applies`; family_applies turns -EINVAL into the line for humans. */
int applies_everywhere(const struct network *net);
int applies_to_cubes_with_links(const struct network *net);
int applies_to_levels(const struct network *net); /* ccc and butterfly */

#endif
