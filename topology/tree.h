/* A tree family gives spanning trees of a network, by each node's port to its parent. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOPOLOGY_TREE_H
#define TOPOLOGY_TREE_H

#include "topology/network.h"

enum {
	TREE_ROOT = -1,
	TREE_ABSENT = -2
}; /* instead of a port */

/* Numbers of trees that depend on the network. */
enum {
	ONE_FOR_EACH_PORT = -1,
	ONE_FOR_EACH_ROTATION = -2
};

/* A line of the table of families. */
struct family {
	const char *name;     /* "nesbt" */
	const char *networks; /* the networks that have such trees, for humans: "cube:n, n >= 1" */
	const char *text;     /* a line for `grove list` */
	const char *citation;
	int (*applies)(const struct network *net);	    /* 0 or -EINVAL, without a line */
	int trees; /* their number, or one of the above */
	int (*up)(const struct network *net, int j, int c); /* port of c to its parent in tree j */
	int (*grow)(const struct network *net, int j, int *up); /* instead of up: fills tree j */
	bool by_name;  /* other families are as good or better: `auto` leaves this out */
	bool one_port; /* ... but it may win if a node uses a single link at a time */
	bool circuit;  /* goes round a circuit through all nodes */
	int paths;     /* each tree is that many paths from the root; 0: a tree may branch */
	bool shortest; /* every path from the root is a shortest path */
	bool partial;  /* a tree may lack nodes; together the trees have all */
	bool one_way;  /* no link is crossed in both directions, even by several trees */
	bool disjoint; /* no directed link is in two trees: each tree can carry a whole message */
	bool ascends;  /* on cubes, paths meet dimensions in ascending order, one at each level */
	bool by_dimension; /* with all ports a broadcast goes dimension by dimension */
	bool unordered;	  /* paths meet dimensions in no order: with one port children take turns */
	bool descends;	  /* paths from the root meet dimensions in descending cyclic order */
	const char *base; /* the family of which tree 0, rotated j times, is tree j; or NULL */
	int congestion;	  /* the most trees that share a link, for families that share links */
	const char *copies; /* the family that replaces this one where a single tree loads the ports
			     * unevenly; that family's base is this family */
};

/* All trees of a family on a network, with root 0. Another root is a translation, because
 * network_translate keeps ports. Node c of tree j is at [j * nodes + c]. */
struct forest {
	struct network net;
	const struct family *family;
	int trees;
	int parts;   /* parts of a block: a multiple of the number of trees at each node */
	int *up;     /* port to the parent, TREE_ROOT or TREE_ABSENT */
	int *parent; /* the parent's node number, TREE_ROOT or TREE_ABSENT */
	int *depth;  /* links from the root; -1 where absent */
	int *order;  /* [j * nodes + i]: tree j's nodes by depth, then by number; then -1 */
};

/* Return the i-th family, or NULL after the last; and the family of that name, or NULL. Families
 * with names that begin with '.' are building blocks and are not listed to users. */
const struct family *family_at(int i);
const struct family *family_named(const char *name);

/* Returns the family of the trees that an algorithm uses, e.g. nesbt for "nesbt-rb", or NULL. */
const struct family *family_along(const char *algorithm);

/* Returns 0, or -EINVAL with a line that says why the network has no trees of this family, and
 * which families it has. */
int family_applies(const struct family *family, const struct network *net);

/* Returns the number of trees on a network that has such trees. */
int family_trees(const struct family *family, const struct network *net);

/* forest_grow returns 0 or -errno. forest_free takes NULL. */
int forest_grow(struct forest **forest, const struct network *net, const struct family *family);
void forest_free(struct forest *forest);

int forest_height(const struct forest *forest, int j);

/* Returns the tree by which part p reaches node c (for spanning trees: tree p). The trees that
 * contain c get equal runs of the parts of a block. sbntc cuts a cyclic node's block among its
 * n/P_i trees (Johnsson & Ho 1986, section 3.6), bsg the block of a node of period P among n(k-1)/P
 * trees. */
int forest_tree_of(const struct forest *forest, int c, int part);

#endif
