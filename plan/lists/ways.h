/* Declares the ways of a schedule: the sets of links that the pieces of the message cross. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_LISTS_WAYS_H
#define PLAN_LISTS_WAYS_H

#include "plan/schedule.h"

/* Pieces that cross the same links have the same way. In a plan along trees a way is a tree, and in
 * any other plan a way is found from the packets alone. The links are seen from the origin of the
 * block (reducescatter: from the destination), so that in an allgather the same tree at another
 * root is the same way. Each block of a scatter, gather, alltoall and permute has an end of its
 * own. There only the links at the root or origin count, and a way is a subtree. In a scan the
 * blocks are sums of runs of nodes, and the bytes of all sums have a common way. */
struct plan_ways {
	const struct schedule *schedule;
	struct way_piece *piece; /* by block and first byte, cut so that no piece has two ways */
	size_t pieces;
	int count; /* ways, numbered in the order of the pieces */
};

struct way_piece {
	uint64_t block;
	size_t begin, end;
	uint64_t links; /* a hash of the set of links */
	int way;
};

/* Returns 0 or -ENOMEM with why. ways_free accepts a struct of zeros. */
int ways_open(struct plan_ways *ways, const struct schedule *schedule);
void ways_free(struct plan_ways *ways);

/* Returns the first piece within a range of a packet of the schedule, and the piece that follows
 * within the range, or NULL. */
const struct way_piece *ways_first(const struct plan_ways *ways, const struct range *range);
const struct way_piece *ways_next(
	const struct plan_ways *ways, const struct range *range, const struct way_piece *piece);

/* The different ways of a packet, in ascending order. A list begins as zeros and serves many
 * packets. */
struct way_list {
	int *way, count;
	size_t room;
};

/* Returns 0 or -ENOMEM with why. A packet without bytes has no way. */
int ways_of_packet(
	const struct plan_ways *ways, const struct packet *packet, struct way_list *list);
void way_list_free(struct way_list *list);

#endif
