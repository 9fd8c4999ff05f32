/* Tree families: one or several spanning trees of a network, given by each node's port to its
 * parent, for root 0. Another root is a translation (network_translate keeps ports). */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOPOLOGY_TREE_H
#define TOPOLOGY_TREE_H

#include "topology/network.h"

enum {
	TREE_ROOT = -1,
	TREE_ABSENT = -2
}; /* in place of a port */

/* One line of the table of families. */
struct family {
	const char *name;     /* "nesbt" */
	const char *networks; /* where it applies, for humans: "cube:n, n >= 1" */
	const char *text;     /* one line for `grove list` */
	const char *citation;
	int (*applies)(const struct network *net);	    /* 0 or -EINVAL, without a line */
	int (*trees)(const struct network *net);	    /* how many */
	int (*up)(const struct network *net, int j, int c); /* port of c to its parent in tree j */
	int (*grow)(const struct network *net, int j, int *up); /* in place of up: fills tree j */
	bool by_name;  /* others are the same or better: `auto` leaves it out */
	bool one_port; /* ... but where a node uses one link at a time it may win */
	bool circuit;  /* goes round a circuit through all nodes */
	bool descends; /* paths from the root meet dimensions in descending cyclic order */
	const char *base;   /* set when tree j is tree 0 of that family rotated j times */
	int congestion;	    /* trees that share links, but none more than so many of them */
	const char *copies; /* the family whose base this is, when it takes its place wherever one
			     * tree would load the ports unevenly */
};

/* All trees of one family on one network, root 0. Node c of tree j is at [j * nodes + c]. */
struct forest {
	struct network net;
	const struct family *family;
	int trees;
	int parts;   /* that a block is cut in: the same number goes to each tree that has a node */
	int *up;     /* port to the parent, TREE_ROOT or TREE_ABSENT */
	int *parent; /* the parent's node number, TREE_ROOT or TREE_ABSENT */
	int *depth;  /* links from the root; -1 where absent */
	int *order;  /* [j * nodes + i]: tree j's nodes by depth, then by number; then -1 */
};

/* The i-th family, NULL behind the last; and the one of that name, NULL where there is none.
 * Families whose name begins with '.' are building stones and are not listed to users. */
const struct family *family_at(int i);
const struct family *family_named(const char *name);

/* 0, or -EINVAL with a line that says why this family does not exist there and what would. */
int family_applies(const struct family *family, const struct network *net);

/* 0 or -errno. forest_free takes NULL. */
int forest_grow(struct forest **forest, const struct network *net, const struct family *family);
void forest_free(struct forest *forest);

int forest_height(const struct forest *forest, int j);

/* The trees that contain c are dealt the parts of a block in equal runs: the tree by which part p
 * reaches node c (trees that span: tree p). The sbntc cuts a cyclic node's block among its n/P_i
 * trees (Johnsson & Ho 1986, section 3.6), the bsg that of a node of period P among n(k-1)/P. */
int forest_tree_of(const struct forest *forest, int c, int part);

#endif
