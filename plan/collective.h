/* Collectives: what each of them is, one row for each. */
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
	COLLECTIVES /* how many */
};

/* How many blocks there are. */
enum blocks {
	NO_BLOCKS,	/* packets have no bytes: they stand for what came before them */
	ONE_BLOCK,	/* 0 */
	BLOCK_FOR_NODE, /* v */
	BLOCK_FOR_PAIR, /* origin * nodes + destination */
	BLOCK_FOR_RUN /* first * nodes + last: the fold of these nodes (plan/runs.h) */
};

/* Which nodes have a block. */
enum holders {
	AT_ROOT,
	AT_DESTINATION, /* of a send */
	AT_ORIGIN,	/* the node that the block's number names, of a pair the first */
	AT_OWNER,	/* the node that the block's number names, of a pair the second */
	AT_LAST, /* of the runs that begin at node 0, the last node */
	AT_NEXT, /* of these runs, the node behind the last */
	AT_IMAGE,	/* where the permutation takes the node that the block's number names */
	AT_ALL		/* each: of a folding collective, each contributes, or gets the sum */
};

/* How many blocks a node's buffer holds. */
enum buffer {
	NO_BUFFER,
	BLOCK_ON_ALL,
	BLOCK_ON_ROOT,
	BLOCK_ON_ENDS, /* the root and the destination */
	BLOCKS_ON_ALL, /* one for each node */
	BLOCKS_ON_ROOT
};

/* What a problem names beside the root. */
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
	bool rooted;	   /* it has one distinguished node */
	bool folds;	   /* a receiver combines */
	bool personalized; /* blocks are different for each node, and none is combined */
	bool symmetric;	   /* all nodes do alike */
	bool sliced;	   /* in a symmetric plan slices of the one block belong to the nodes */
	enum collective forward; /* what it is backwards, or itself */
	enum collective of_node; /* what node 0's hops are when the plan is symmetric, or itself */
};

extern const struct collective_kind collective_kinds[COLLECTIVES];

/* The row of a collective. */
static inline const struct collective_kind *collective_kind(enum collective collective)
{
	return &collective_kinds[collective];
}

static inline const char *collective_name(enum collective collective)
{
	return collective_kinds[collective].name;
}

/* 0, or -EINVAL with the names that there are. */
int collective_named(enum collective *collective, const char *name);

enum {
	COLLECTIVE_NAMES = 160
};

/* Writes and returns the names of all collectives that have a property: "reduce, allreduce". */
const char *collective_names(char text[COLLECTIVE_NAMES], bool (*has)(enum collective));

/* True where a collective has one distinguished node. */
static inline bool collective_rooted(enum collective collective)
{
	return collective_kinds[collective].rooted;
}

/* True where elements are combined. */
static inline bool collective_folds(enum collective collective)
{
	return collective_kinds[collective].folds;
}

/* True where a receiver combines what comes with what it has of the same block. */
static inline bool collective_combines(enum collective collective)
{
	return collective_kinds[collective].folds &&
	       collective_kinds[collective].blocks != BLOCK_FOR_RUN;
}

/* True where nodes join the blocks that they have: prefix folds. */
static inline bool collective_joins(enum collective collective)
{
	return collective_kinds[collective].blocks == BLOCK_FOR_RUN;
}

/* False for a barrier, whose packets are empty. */
static inline bool collective_has_bytes(enum collective collective)
{
	return collective_kinds[collective].blocks != NO_BLOCKS;
}

/* True where blocks begin in the output, because there is no other buffer. */
static inline bool collective_in_output(enum collective collective)
{
	return collective_kinds[collective].in == NO_BUFFER &&
	       collective_kinds[collective].out != NO_BUFFER;
}

/* True where a problem names a destination. */
static inline bool collective_sends(enum collective collective)
{
	return collective_kinds[collective].aim == DESTINATION;
}

/* True where a problem names a permutation. */
static inline bool collective_permutes(enum collective collective)
{
	return collective_kinds[collective].aim == PERMUTATION;
}

#endif
