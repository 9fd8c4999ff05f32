/* Packets lists the packets of a bound plan, of all nodes or of a single node. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_PACKETS_H
#define PLAN_PACKETS_H

#include "plan/node_hops.h"
#include "plan/turns.h"

struct stream_table;

/* Goes turn by turn, and in each turn in the order of the hops. A packet beyond the limit is cut in
 * chunks. */
struct packets {
	/* The packet, after packets_next. */
	int64_t time;		   /* 2 t and 2 t + 1 where a plan alternates (plan.h) */
	int32_t chunk;		   /* from 0 on */
	const struct hop *hop;	   /* a hop of the packet, which has the packet's link and fold */
	const struct range *range; /* valid until the next call */
	uint32_t count;		   /* of ranges; 0: a packet of a barrier */
	/* The state of the list. */
	const struct plan *plan;
	const int *image;     /* of blocks; NULL: blocks keep their numbers */
	bool bare;	      /* packets have no ranges */
	struct node_hops own; /* the hops of a single node */
	struct turns turns;
	struct packet_walk walk, start;
	size_t limit;
	/* the packet's ranges; the rest of the range that a chunk has cut */
	struct range *held, rest;
	size_t room, holds, at;
};

/* Opens the list of all nodes' packets, in the order of their times, for a plan that is written out
 * for all nodes. The nodes of a packet are relative to the root. `image` renumbers the blocks, or
 * is NULL. This function and the following functions return 0 or -ENOMEM with why. packets_close
 * accepts a struct of zeros. */
int packets_of_plan(struct packets *packets, const struct plan *plan, const struct cutting *cutting,
	const int *image);

/* Opens the list of the packets that node v sends or receives, for a plan with an index. The sender
 * is relative to the root. `table` is for plans with packets that are cut from a stream
 * (plan_streams), else NULL. Packets have no ranges if `bare`. Also returns -EINVAL for too many
 * packets. */
int packets_of_node(struct packets *packets, const struct plan *plan, const struct cutting *cutting,
	int root, int v, const struct stream_table *table, bool bare);

/* Goes to the next packet. Returns 1, 0 at the end, or -ENOMEM. */
int packets_next(struct packets *packets);
void packets_close(struct packets *packets);

#endif
