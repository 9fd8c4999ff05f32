/* The table of collectives has a row of properties for each collective. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_COLLECTIVE_H
#define PLAN_COLLECTIVE_H

#include <stdbool.h>

enum collective {
	BROADCAST,
	REDUCE,
	SCATTER,
	GATHER,
	ALLGATHER,
	REDUCESCATTER,
	ALLREDUCE,
	ALLTOALL,
	SEND,
	PERMUTE,
	BARRIER,
	SCAN,
	EXSCAN,
	COLLECTIVES, /* the number of collectives that users name */
	/* Folds in the bracket of the nodes (plan/runs.h), named by library and plan files. */
	ORDERED_REDUCE = COLLECTIVES,
	ORDERED_ALLREDUCE,
	ORDERED_REDUCESCATTER,
	ORDERED_SCAN,
	ORDERED_EXSCAN,
	COLLECTIVE_KINDS
};

/* The blocks of a collective, and their numbers. */
enum blocks {
	NO_BLOCKS,	/* packets have no bytes, and report that earlier packets have come */
	ONE_BLOCK,	/* the number is 0 */
	BLOCK_FOR_NODE, /* the number is v */
	BLOCK_FOR_PAIR, /* origin * nodes + destination */
	BLOCK_FOR_RUN	/* first * nodes + last: the fold of these nodes (plan/runs.h) */
};

/* The nodes that have a block. */
enum holders {
	AT_ROOT,
	AT_DESTINATION, /* of a send */
	AT_ORIGIN,	/* the node with the block's number; for a pair the first node */
	AT_OWNER,	/* the node with the block's number; for a pair the second node */
	AT_LAST,	/* for a run that begins at node 0: the last node of the run */
	AT_NEXT,  /* for a run that begins at node 0: the node after the last node of the run */
	AT_IMAGE, /* the image, under the permutation, of the node with the block's number */
	AT_ALL /* all nodes; in a fold each node contributes, or gets the sum; of runs, the whole */
};

/* The number of blocks in a node's buffer. */
enum buffer {
	NO_BUFFER,
	BLOCK_ON_ALL,
	BLOCK_ON_ROOT,
	BLOCK_ON_ENDS, /* the root and the destination */
	BLOCKS_ON_ALL, /* a block for each node */
	BLOCKS_ON_ROOT
};

/* The nodes that a problem names besides the root. */
enum aim {
	NO_AIM,
	DESTINATION,
	PERMUTATION
};

struct collective_kind {
	const char *name;
	enum blocks blocks;
	enum holders before, after;
	enum buffer in, out; /* no input: blocks begin in the output */
	enum aim aim;
	bool rooted;		 /* the collective has a root */
	bool folds;		 /* a receiver combines */
	bool personalized;	 /* each node has blocks of its own, and no block is combined */
	bool symmetric;		 /* all nodes have the same part */
	bool bracketed;		 /* nodes combine in the bracket of the nodes (plan/runs.h) */
	bool sliced;		 /* in a symmetric plan each node has a slice of the only block */
	enum collective forward; /* the forward collective, as BROADCAST for REDUCE; or the same */
	/* the collective of node 0's hops when the plan is symmetric, or the same collective */
	enum collective of_node;
};

extern const struct collective_kind collective_kinds[COLLECTIVE_KINDS];

/* Returns the row of a collective. */
static inline const struct collective_kind *collective_kind(enum collective collective)
{
	return &collective_kinds[collective];
}

static inline const char *collective_name(enum collective collective)
{
	return collective_kinds[collective].name;
}

/* Finds a collective by name, also one that only plan files name. Returns 0, or -EINVAL with the
 * other names. */
int collective_named(enum collective *collective, const char *name);

enum {
	COLLECTIVE_NAMES = 160
};

/* Writes and returns the names of all collectives that have a property: "reduce, allreduce". */
const char *collective_names(char text[COLLECTIVE_NAMES], bool (*has)(enum collective));

/* Returns true if a collective has a root. */
static inline bool collective_rooted(enum collective collective)
{
	return collective_kinds[collective].rooted;
}

/* Returns true if elements are combined. */
static inline bool collective_folds(enum collective collective)
{
	return collective_kinds[collective].folds;
}

/* Returns true if a receiver combines a packet with its own bytes of the same block. */
static inline bool collective_combines(enum collective collective)
{
	return collective_kinds[collective].folds && collective_kinds[collective].before == AT_ALL;
}

/* Returns true if nodes join their blocks, as in prefix folds. */
static inline bool collective_joins(enum collective collective)
{
	return collective_kinds[collective].blocks == BLOCK_FOR_RUN;
}

/* Returns true if a node keeps the blocks of all nodes apart, and folds these at its end. */
static inline bool collective_collects(enum collective collective)
{
	return collective_kinds[collective].folds &&
	       collective_kinds[collective].blocks == BLOCK_FOR_PAIR;
}

/* Returns true if a plan is for a single root on each network: no translation keeps the order of
 * the nodes. Such a plan has its root, and counts as a plan without a root elsewhere. */
static inline bool collective_keeps_root(enum collective collective)
{
	return !collective_kinds[collective].rooted &&
	       collective_kinds[collective].after == AT_ROOT;
}

/* Returns true if a problem names a root. */
static inline bool collective_names_root(enum collective collective)
{
	return collective_kinds[collective].rooted || collective_keeps_root(collective);
}

/* Returns the collective with the same result that folds in the bracket of the nodes. */
enum collective collective_in_order(enum collective collective);

/* Returns the collective whose plans carry the blocks: all-to-all for a collective that collects,
 * else the same collective. */
static inline enum collective collective_carrier(enum collective collective)
{
	return collective_collects(collective) ? ALLTOALL : collective;
}

/* Returns false for a barrier, which has empty packets. */
static inline bool collective_has_bytes(enum collective collective)
{
	return collective_kinds[collective].blocks != NO_BLOCKS;
}

/* Returns true if blocks begin in the output, because a node has no other buffer. */
static inline bool collective_in_output(enum collective collective)
{
	return collective_kinds[collective].in == NO_BUFFER &&
	       collective_kinds[collective].out != NO_BUFFER;
}

/* Returns true if a problem names a destination. */
static inline bool collective_sends(enum collective collective)
{
	return collective_kinds[collective].aim == DESTINATION;
}

/* Returns true if a problem names a permutation. */
static inline bool collective_permutes(enum collective collective)
{
	return collective_kinds[collective].aim == PERMUTATION;
}

#endif
