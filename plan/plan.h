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
 * to it). It has no size: a block is cut in `parts` parts when it is bound (binding.h): equal ones,
 * or, when there is a table of cuts, part p is what lies between cut[p] and cut[p + 1] of
 * cut[parts] units. Of a pipelined plan that is a group, one of the equal runs that the rounds carry.
 *
 * pipelined: a block is cut in packets; round q carries packets q * parts ... (q + 1) * parts - 1
 * as its parts, and a round starts every `interval`. So hop h of round q happens at time
 * q * interval + h.time. Rounds are shifts of one another; the last may be short. But a hop may be
 * absent in rounds of some kinds, so that the last round, say, is done in another way. In a plan with
 * even rounds the last one is never short: rather are there more packets, and smaller ones.
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
 * alternating: of a symmetric plan on a network whose ports are their own reverse. Each time is two: in
 * the first, packets go from the lesser of two neighbours to the other, in the second back. So SINGLE
 * is obeyed where EXCHANGE is, and duplex HALF, and the plan is still one for all nodes.
 *
 * Hops are sorted by (time mod interval, from, port, time, block, part), symmetric ones by
 * (time mod interval, port, from, time, block, part).                                         */
struct hop {
	int32_t time, from;
	uint32_t block, part;
	uint16_t port;
	uint8_t fold;	/* the receiver combines */
	uint8_t absent; /* the kinds of rounds in which it is not done; 0: done in all */
};

/* Kinds of rounds. What is not pipelined has one round. */
enum {
	ROUND_FIRST = 1,
	ROUND_BETWEEN = 2,
	ROUND_LAST = 4,
	ROUND_ONLY = 8, /* first and last */
	ROUND_KINDS = 4,
	ALL_ROUNDS = (1 << ROUND_KINDS) - 1
};

/* The kind of round q. */
static inline unsigned round_kind(uint64_t q, uint64_t rounds)
{
	return rounds <= 1	 ? ROUND_ONLY
	       : q == 0		 ? ROUND_FIRST
	       : q == rounds - 1 ? ROUND_LAST
				 : ROUND_BETWEEN;
}

/* What a schedule amounts to. */
struct figures {
	int64_t steps;		/* start-ups of a synchronous machine */
	uint64_t volume;	/* bytes: the sum over steps of the largest packet */
	uint64_t transmissions; /* bytes: the sum over all packets */
	uint64_t packets;
	uint64_t busiest_link; /* bytes */
	uint64_t links_used;
	int64_t excess;	    /* the first packet that breaks the problem's models; -1: none */
	uint64_t conflicts; /* packets on a link that carries another in the same step */
	enum ports ports;   /* the strictest model that it obeys */
	enum duplex duplex;
};

struct stream;

/* How long rounds take: cadence.h. In units of a round's block. */
struct pipeline_rate {
	double widest; /* the largest packet of a steady turn */
	double turn;   /* the sum over the steps of a steady turn of the largest packet */
	struct {
		double steps, volume; /* one round takes steps beta + volume tau */
	} line[2];		      /* or the larger of two such times */
};

struct plan {
	struct problem problem; /* root is 0; the permutation is the plan's own copy */
	int parts;		/* parts of a block in one round, at least 1 */
	uint32_t *cut;		/* [parts + 1], rising from 0; NULL: equal parts */
	bool pipelined, symmetric, even, alternating;
	bool short_first; /* a short round is the first: backwards, what was last is first */
	bool asynchronous; /* made for packets that leave as soon as they can */
	int interval;	   /* of a pipelined plan, at least 1; else 0 */
	int times;	   /* last time + 1 of one round */
	bool finalized;	   /* verified: only then it runs */
	/* Made when it is finalized: of the only round, with a unit for a byte; and the cadence of plans
	 * that are asynchronous or have a table of cuts. */
	struct figures round;
	struct pipeline_rate cadence;
	int batch; /* pipelined: the most parts that meet in a packet; made when it is finalized */
	size_t hops, room;
	struct hop *hop;
	struct stream *stream; /* packets are cut from streams (stream.h); NULL: from batches */
	/* The index: for each node (for node 0 alone when symmetric) its sends and receives in the order in
	 * which it does them. Made when a plan is finalized whose packets are listed node by node; of other
	 * plans by plan_index, since who only proves and lists them has no use for it. */
	size_t *entry_of; /* [nodes + 1], or [2] */
	uint32_t *entry;  /* hop * 2 + (1 when it is a receive) */
	int *inverse;	  /* symmetric: the inverse element of each node */
};

/* An empty plan for that problem (its root aside). 0 or -ENOMEM; plan_free takes NULL. */
int plan_new(struct plan **plan, const struct problem *problem, int parts);
void plan_free(struct plan *plan);

/* Cuts blocks at these units: cut[parts + 1], copied, rising from 0. 0 or -ENOMEM. */
int plan_cut(struct plan *plan, const uint32_t *cut);

/* The units of a block in one round: those of the table of cuts, or the parts. */
static inline uint32_t plan_units(const struct plan *plan)
{
	return plan->cut ? plan->cut[plan->parts] : (uint32_t)plan->parts;
}

/* Adds one hop. 0 or -ENOMEM. */
int plan_add(struct plan *plan, struct hop hop);

/* Sorts the hops and sets `times`. To be called after the last plan_add or change of times. */
int plan_sort(struct plan *plan);

/* Whether the hops are in their order; another interval makes another order. */
bool plan_is_sorted(const struct plan *plan);

/* Makes the index of a sorted plan, unless it is there: before tapes of a plan that is written out for
 * all nodes are made. 0 or -ENOMEM. */
int plan_index(struct plan *plan);

/* The time of a hop in a turn: modulo the interval, when there is one. Here, because sorts and proofs
 * ask it some times of each of millions of hops, and mostly there is nothing to divide. */
static inline int32_t hop_slot_of(const struct hop *hop, int interval)
{
	if (interval <= 1)
		return interval ? 0 : hop->time;
	return hop->time % interval;
}

static inline int32_t hop_slot(const struct plan *plan, const struct hop *hop)
{
	return hop_slot_of(hop, plan->interval);
}

/* The turns between the beginning of a round and this hop; what is not pipelined has one stage. */
static inline int32_t hop_stage(const struct plan *plan, const struct hop *hop)
{
	if (plan->interval <= 1)
		return plan->interval ? hop->time : 0;
	return hop->time / plan->interval;
}

/* The node at the other end of a hop. */
static inline int hop_to(const struct plan *plan, const struct hop *hop)
{
	return network_neighbour(&plan->problem.net, hop->from, hop->port);
}

/* A number that is different for different plans, but for a chance of 2^-64: part of the fingerprint that
 * nodes compare. */
uint64_t plan_hash(const struct plan *plan);

/* What one steady turn needs: the strictest port and duplex model that the plan obeys, and whether
 * packets of different rounds, of which only one is folded, meet on a link. */
int plan_turn(const struct plan *plan, struct figures *figures);
bool turn_fits(const struct problem *problem, const struct figures *figures);

/* Verifies the plan and, when it is right, finalizes it. 0, -EINVAL with the
 * broken rule as why, or -ENOMEM. */
int plan_finalize(struct plan *plan);

#endif
