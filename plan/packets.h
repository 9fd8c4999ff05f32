/* Packets: what a bound plan sends, one packet after another, of all nodes or of one. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_PACKETS_H
#define PLAN_PACKETS_H

#include "plan/node_hops.h"
#include "plan/turns.h"

struct stream_table;

/* Turn by turn, and in each in the order of the hops. A packet beyond the limit follows in
 * chunks. */
struct packets {
	/* The packet, after packets_next. */
	int64_t time;		   /* 2 t and 2 t + 1 where a plan alternates (plan.h) */
	int32_t chunk;		   /* from 0 on */
	const struct hop *hop;	   /* one of its hops: its link, and whether it is combined */
	const struct range *range; /* until the next call */
	uint32_t count;		   /* of ranges; 0: the packets of a barrier have none */
	/* How far this is. */
	const struct plan *plan;
	const int *image;     /* of blocks; NULL: they are as they are */
	struct node_hops own; /* of one node */
	struct turns turns;
	struct packet_walk walk, start;
	size_t limit;
	struct range *held, rest; /* the packet's ranges; of a cut one, what is still to come */
	size_t room, holds, at;
};

/* Packets of all nodes, in the order of their times, where the plan is written out for all: a
 * packet's nodes are relative to the root. image: of each block, or NULL. 0 or -ENOMEM, here
 * and below with why; packets_close takes all zeros. */
int packets_of_plan(struct packets *packets, const struct plan *plan, const struct cutting *cutting,
	const int *image);

/* Packets that node v sends or receives, of a plan with an index. The sender is relative to the
 * root. table: of a plan whose packets are cut from a stream (plan_streams); else NULL.
 * -EINVAL: too many. */
int packets_of_node(struct packets *packets, const struct plan *plan, const struct cutting *cutting,
	int root, int v, const struct stream_table *table);

/* Goes to the next packet. 1; 0 where none is left; -ENOMEM. */
int packets_next(struct packets *packets);
void packets_close(struct packets *packets);

#endif
