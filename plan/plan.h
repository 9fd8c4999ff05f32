/* The plan: every hop of every part of every block, with its time, for messages of any size. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_PLAN_H
#define PLAN_PLAN_H

#include "plan/problem.h"

/* A plan is an array of hops. A hop takes one part of one block over one link at one time. All
 * hops over one link at one time are one packet, one slot, one start-up: this is batching.
 *
 * Time is the papers' step, cycle or label. At each time a node first sends, then receives; what
 * it sends at time t it held before t. A time at which nothing crosses any link costs nothing.
 *
 * A plan is made for root 0; another root is a translation (a send's destination is kept relative
 * to it). It has no size: a block is cut in
 * `parts` equal parts when it is bound (binding.h).
 *
 * pipelined: a block is cut in packets; round q carries packets q * parts ... (q + 1) * parts - 1
 * as its parts, and a round starts every `interval`. So hop h of round q happens at time
 * q * interval + h.time. Rounds are shifts of one another; the last may be short.
 *
 * symmetric: the hops are those of the one block (or the N blocks) of node 0 alone, and every node
 * does the same through its translation: node s moves over the translated links at the same times.
 * This is how all-to-all plans fit in memory: N * diameter hops in place of N^2 * diameter. In a
 * symmetric plan the block of a hop is relative:
 *	allgather         0, of the origin whose hops these are
 *	reducescatter     0, of the destination whose hops these are
 *	allreduce         0, the slice that belongs to the node whose hops these are
 *	alltoall          the destination, relative to the origin
 *	barrier           0, the news that the origin has come
 *
 * Hops are sorted by (time mod interval, from, port, time, block, part), symmetric ones by
 * (time mod interval, port, from, time, block, part).                                         */
struct hop {
	int32_t time, from;
	uint32_t block, part;
	uint16_t port, fold; /* fold: the receiver combines */
};

/* What a schedule amounts to. */
struct figures {
	int64_t steps;		/* start-ups of a synchronous machine */
	uint64_t volume;	/* bytes: the sum over steps of the largest packet */
	uint64_t transmissions; /* bytes: the sum over all packets */
	uint64_t packets;
	uint64_t busiest_link; /* bytes */
	uint64_t links_used;
	int64_t excess;            /* the first packet that breaks the problem's models; -1: none */
	uint64_t conflicts; /* packets on a link that carries another in the same step */
	enum ports ports;   /* the strictest model that it obeys */
	enum duplex duplex;
};

struct plan {
	struct problem problem; /* root is 0; the permutation is the plan's own copy */
	int parts;		/* parts of a block in one round, at least 1 */
	bool pipelined, symmetric;
	int interval;	      /* of a pipelined plan, at least 1; else 0 */
	int times;	      /* last time + 1 of one round */
	bool sealed;	      /* verified: only then it runs */
	struct figures round; /* of one round, with a part for a byte; made when it is sealed */
	size_t hops, room;
	struct hop *hop;
	/* The index, made when the plan is sealed: for each node (for node 0 alone when symmetric)
	 * its sends and receives in the order in which it does them. */
	size_t *entry_of; /* [nodes + 1], or [2] */
	uint32_t *entry;  /* hop * 2 + (1 when it is a receive) */
	int *inverse;	  /* symmetric: the inverse element of each node */
};

/* An empty plan for that problem (its root aside). 0 or -ENOMEM; plan_free takes NULL. */
int plan_new(struct plan **plan, const struct problem *problem, int parts);
void plan_free(struct plan *plan);

/* Adds one hop. 0 or -ENOMEM. */
int plan_add(struct plan *plan, struct hop hop);

/* Sorts the hops and sets `times`. To be called after the last plan_add or change of times. */
int plan_sort(struct plan *plan);

/* Makes the index; a part of plan_seal. 0 or -ENOMEM. */
int plan_index(struct plan *plan);

/* The time of a hop in a turn: modulo the interval, when there is one. */
int32_t hop_slot(const struct plan *plan, const struct hop *hop);

/* The node at the other end of a hop. */
int hop_to(const struct plan *plan, const struct hop *hop);

/* A number that is different for different plans: part of the fingerprint that nodes compare. */
uint64_t plan_hash(const struct plan *plan);

/* What one steady turn needs: the strictest port and duplex model that the plan obeys, and whether
 * packets of different rounds, of which only one is folded, meet on a link. */
int plan_turn(const struct plan *plan, struct figures *figures);
bool turn_fits(const struct problem *problem, const struct figures *figures);

/* Verifies the plan and, when it is right, seals it and makes the index. 0, -EINVAL with the
 * broken rule as why, or -ENOMEM. */
int plan_seal(struct plan *plan);

#endif
