/* A schedule is a plan bound to a size: every packet at its step, as in a plan file. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_SCHEDULE_H
#define PLAN_SCHEDULE_H

#include "plan/binding.h"

/* Bytes begin <= i < end of a block. */
struct range {
	uint64_t block;
	size_t begin, end;
};

/* Adds bytes to an array of ranges, which has room. Bytes that follow the last range without a gap
 * extend that range. Returns the number of ranges. */
static inline uint32_t range_append(struct range *range, uint32_t count, struct range next)
{
	struct range *last = count ? &range[count - 1] : NULL;

	if (last && last->block == next.block && last->end == next.begin) {
		last->end = next.end;
		return count;
	}
	range[count] = next;
	return count + 1;
}

struct packet {
	int32_t step, from, to;
	uint16_t port; /* of `from` */
	uint16_t fold;
	uint32_t first, count; /* the packet's ranges; packets of a barrier have no ranges */
	size_t bytes;
};

/* Packets are sorted by (step, from, port). Blocks have the numbers of semantics.h. */
struct schedule {
	struct problem problem; /* the permutation is the schedule's own copy */
	/* packet_bytes: the most bytes of a packet; 0: no limit */
	size_t bytes, packet_bytes;
	size_t element;
	int steps;
	/* packets leave as early as possible: the asynchronous time is the schedule's time */
	bool asynchronous;
	/* in a view: each step is two, one for each direction of a link (plan.h) */
	bool alternating;
	bool view; /* only node 0's packets, of a symmetric plan: every node does the same */
	size_t packets, packets_room, ranges, ranges_room;
	struct packet *packet;
	struct range *range;
	size_t *first_of;   /* [nodes + 1], after schedule_index: the packets of each node, ... */
	uint32_t *index_of; /* ... sent or received, as numbers of packets */
	uint32_t *line_of;  /* [packets] of a file: the packet's line; else NULL */
	size_t lines_room;
};

/* Lists the packets of all nodes. Returns 0, -EINVAL or -ENOMEM with why. */
int plan_schedule(
	struct schedule **schedule, const struct plan *plan, const struct binding *binding);

/* Lists the packets that node 0 sends, for a symmetric plan in which all nodes send packets of the
 * same sizes. Does the same as plan_schedule for other plans. */
int plan_view(struct schedule **schedule, const struct plan *plan, const struct binding *binding);

/* Build a schedule by hand: add packets in any order, then call schedule_sort, which also sets
 * `steps`. */
int schedule_new(struct schedule **schedule, const struct problem *problem);
int schedule_add(struct schedule *schedule, struct packet packet, const struct range *range);
int schedule_sort(struct schedule *schedule);

/* The order of schedule_sort: by (step, from, port), then by the order of schedule_add, in which
 * two packets of a file on the same link stay two packets. */
int packet_compare(const struct packet *x, const struct packet *y);

/* Makes the index of the packets by node, for programs of many nodes. Call after the last change of
 * the schedule. Returns 0 or -ENOMEM with why. */
int schedule_index(struct schedule *schedule);

/* Returns the number of the first packet after the step of packet i. */
static inline size_t step_end(const struct schedule *schedule, size_t i)
{
	int32_t step = schedule->packet[i].step;

	while (i < schedule->packets && schedule->packet[i].step == step)
		i++;
	return i;
}

/* Returns the number of packets of the longest step. */
size_t schedule_longest_step(const struct schedule *schedule);

/* Returns the bytes of the largest packet. */
size_t schedule_largest_packet(const struct schedule *schedule);

/* Returns the port through which the receiver reaches the sender. A packet of a file that follows
 * no link comes after all ports. */
static inline int packet_back_port(const struct schedule *schedule, const struct packet *packet)
{
	const struct network *net = &schedule->problem.net;

	return packet->port < net->ports ? network_reverse_port(net, packet->port) : net->ports;
}

void schedule_free(struct schedule *schedule);

/* Computes the figures of a schedule (plan.h). Returns 0 or -ENOMEM. */
int schedule_figures(const struct schedule *schedule, struct figures *figures);

#endif
