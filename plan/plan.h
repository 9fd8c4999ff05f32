/* A plan is every hop of every part of every block, with a time, for messages of any size. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_PLAN_H
#define PLAN_PLAN_H

#include "plan/problem.h"

/* A plan is an array of hops. A hop takes a part of a block over a link at a time. All hops over
 * the same link at the same time are a single packet, with a single slot and a single start-up.
 * This is called batching.
 *
 * A time is a step, cycle or label of the papers. At each time a node first sends and then
 * receives. A node must hold before time t everything that the node sends at time t. A time at
 * which nothing crosses any link has no cost.
 *
 * A plan is made for root 0. Another root is a translation; the destination of a send is kept
 * relative to the root. On a network that is not a Cayley graph a plan is for a single root, and
 * numbers the nodes from there (network_centred). A plan has no size: a block is cut in `parts`
 * parts when the plan is bound (binding.h). The parts are equal, or follow a table of cuts, in
 * which part p is the units from cut[p] to cut[p + 1] of cut[parts] units. In a pipelined plan the
 * table cuts each group, and a group is the equal share of the block that a round carries.
 *
 * pipelined: a block is cut in packets. The parts of round q are packets q * parts ... (q + 1) *
 * parts - 1, and a round starts every `interval`. So hop h of round q happens at time q * interval
 * + h.time. All rounds are equal except for their times, and the last round may be short. A hop may
 * be absent in rounds of some kinds, so that the last round, for example, is done in another way.
 * In a plan with even rounds the last round is never short: the packets are more, and smaller.
 *
 * symmetric: the hops are the hops of only the block (or the N blocks) of node 0, and every node
 * does the same through its translation: node s moves over the translated links at the same times.
 * Plans for all-to-all fit in memory only in this way: N * diameter hops instead of N^2 * diameter.
 * In a symmetric plan the block of a hop is relative:
 *	allgather         0, of the origin that the hops belong to
 *	reducescatter     0, of the destination that the hops belong to
 *	allreduce         0, the slice of the node that the hops belong to
 *	alltoall          the destination, relative to the origin
 *	barrier           0, the news that the origin has come
 *
 * alternating: a symmetric plan on a network with ports that are their own reverse, where each time
 * is two times. In the first, packets go from the lesser of two neighbours to the greater, and in
 * the second back. A plan that obeys EXCHANGE then obeys SINGLE and duplex HALF, and is still the
 * same for all nodes.
 *
 * Hops are sorted by (time mod interval, from, port, time, block, part), in symmetric plans by
 * (time mod interval, port, from, time, block, part). */
struct hop {
	int32_t time, from;
	uint32_t block, part;
	uint16_t port;
	uint8_t fold;	/* the receiver combines */
	uint8_t absent; /* the kinds of rounds without the hop; 0: the hop is done in all rounds */
};

/* The kinds of rounds. A plan that is not pipelined has a single round. */
enum {
	ROUND_FIRST = 1,
	ROUND_BETWEEN = 2,
	ROUND_LAST = 4,
	ROUND_ONLY = 8, /* the first and last round at once */
	ROUND_KINDS = 4,
	ALL_ROUNDS = (1 << ROUND_KINDS) - 1
};

/* Returns the kind of round q. */
static inline unsigned round_kind(uint64_t q, uint64_t rounds)
{
	return rounds <= 1	 ? ROUND_ONLY
	       : q == 0		 ? ROUND_FIRST
	       : q == rounds - 1 ? ROUND_LAST
				 : ROUND_BETWEEN;
}

/* The figures of a schedule. */
struct figures {
	int64_t steps;		/* start-ups of a synchronous machine */
	uint64_t volume;	/* bytes: the sum over steps of the largest packet */
	uint64_t transmissions; /* bytes: the sum over all packets */
	uint64_t packets;
	uint64_t busiest_link; /* bytes */
	uint64_t links_used;
	uint64_t conflicts; /* packets on a link that carries another packet in the same step */
	enum ports ports;   /* the strictest model that the schedule obeys */
	enum duplex duplex;
};

struct stream;

/* The time of rounds (pipeline_time.h), in units of a round's block. */
struct pipeline_rate {
	double widest; /* the largest packet of a steady turn */
	double turn;   /* the sum over the steps of a steady turn of the largest packet */
	struct {
		double steps, volume; /* a round takes steps beta + volume tau */
	} line[2];		      /* or the larger of the two lines */
};

struct plan {
	struct problem problem; /* the root is 0; the permutation is the plan's own copy */
	int parts;		/* parts of a block in a round, at least 1 */
	uint32_t *cut;		/* [parts + 1], rising from 0; NULL: equal parts */
	bool pipelined, symmetric, even, alternating;
	/* the first round may be short, and not the last: the plan runs backwards */
	bool short_first;
	bool asynchronous; /* for packets that leave as early as possible */
	int interval;	   /* of a pipelined plan, at least 1; else 0 */
	int times;	   /* last time + 1 of a round */
	bool finalized;	   /* verified; other plans do not run */
	/* Made by plan_finalize: the figures of the only round, with a unit for a byte, and the
	 * rate of a plan that is asynchronous or has a table of cuts. */
	struct figures round;
	struct pipeline_rate rate;
	/* pipelined: the largest number of parts in a packet; made by plan_finalize */
	int batch;
	size_t hops, room;
	struct hop *hop;
	struct stream *stream; /* packets are cut from streams (stream.h); NULL: from batches */
	/* The index: the sends and receives of each node, in the node's order; in a symmetric plan
	 * only node 0. plan_finalize makes the index of plans with packets that are listed node by
	 * node. Other plans get an index only from plan_index, because verifying and listing such a
	 * plan need no index. */
	size_t *entry_of; /* [nodes + 1], or [2] */
	uint32_t *entry;  /* hop * 2, plus 1 for a receive */
	/* symmetric, of each entry: the origin of its block as seen from the node, and for a block
	 * of each pair the destination, too; else NULL */
	int32_t *origin, *destination;
};

/* Makes an empty plan for that problem with any root. Returns 0 or -ENOMEM. plan_free accepts
 * NULL. */
int plan_new(struct plan **plan, const struct problem *problem, int parts);
void plan_free(struct plan *plan);

/* After an error, frees the plan and sets it to NULL. Returns the error. */
int plan_kept(struct plan **plan, int error);

/* Cuts blocks at these units: cut[parts + 1], which is copied and rises from 0. Returns 0 or
 * -ENOMEM. */
int plan_cut(struct plan *plan, const uint32_t *cut);

/* Returns the units of a block in a round: the units of the table of cuts, or the parts. */
static inline uint32_t plan_units(const struct plan *plan)
{
	return plan->cut ? plan->cut[plan->parts] : (uint32_t)plan->parts;
}

/* Adds a hop. Returns 0 or -ENOMEM. */
int plan_add(struct plan *plan, struct hop hop);

/* Sorts the hops, in an order that depends on the interval, and sets `times`. To be called after
 * the last plan_add or change of times. */
int plan_sort(struct plan *plan);

/* Makes the index of a sorted plan unless the plan has an index. Needed before plan_tape for a plan
 * that is written out for all nodes. Returns 0 or -ENOMEM. */
int plan_index(struct plan *plan);

/* Returns the time of a hop in a turn: the time modulo the interval of a pipelined plan. The
 * function is inline because sorts and proofs call it several times for each of millions of
 * hops. */
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

/* Returns the number of turns between the beginning of a round and this hop. A plan that is not
 * pipelined has a single stage. */
static inline int32_t hop_stage(const struct plan *plan, const struct hop *hop)
{
	if (plan->interval <= 1)
		return plan->interval ? hop->time : 0;
	return hop->time / plan->interval;
}

/* Returns the node at the other end of a hop. */
static inline int hop_to(const struct plan *plan, const struct hop *hop)
{
	return network_neighbour(&plan->problem.net, hop->from, hop->port);
}

/* Returns a hash of the plan, which is a part of the fingerprint that nodes compare. Two different
 * plans have the same hash with a chance of 2^-64. */
uint64_t plan_hash(const struct plan *plan);

/* Finds the models of a steady turn of sorted hops: the strictest port and duplex model that the
 * plan obeys, and the conflicts, which are packets of different rounds that meet on a link and of
 * which only one is folded. A symmetric plan gets all figures, for the whole machine, with a unit
 * for a byte. Returns 0 or -ENOMEM with why. */
int plan_turn(const struct plan *plan, struct figures *figures);

/* Returns true if the problem allows these figures of a turn. */
static inline bool turn_fits(const struct problem *problem, const struct figures *figures)
{
	return figures->ports <= problem->ports && figures->duplex <= problem->duplex &&
	       !figures->conflicts;
}

/* Verifies the plan, and finalizes a valid plan. Returns 0, -EINVAL with the broken rule as why, or
 * -ENOMEM. */
int plan_finalize(struct plan *plan);

#endif
