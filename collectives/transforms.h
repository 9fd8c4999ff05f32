/* Declares the transforms: functions that change plans and make almost every schedule. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef COLLECTIVES_TRANSFORMS_H
#define COLLECTIVES_TRANSFORMS_H

#include "plan/plan.h"

/* All transforms change the plan in place, leave the plan sorted unless the comment says otherwise,
 * and return 0 or -errno with why. Transforms do not verify: plan_finalize does, once, at the end.
 *
 * Sources: Stout & Wagar 1990 name the techniques (sections 3-8); Johnsson & Ho 1986, section 3.1,
 * call the copies of a tree rotated and translated. */

/* Cuts every part into as many parts as the network has rotations, and runs the rotated copies
 * together; copy j begins j * delay later. SBT -> nRSBT, one ERSBT -> nESBT. Leaves the hops copy
 * after copy, unsorted. */
int plan_symmetrize(struct plan *plan, int delay);

/* Starts a round every `interval`: the least interval for which no turn breaks the port model.
 * Packets of several rounds may go as a single packet. The second form tries no interval below
 * `least`. */
int plan_pipeline(struct plan *plan);
int plan_pipeline_from(struct plan *plan, int least);

/* Makes every node do node 0's operation at once, through translations: broadcast -> allgather,
 * scatter -> alltoall. Parts that share a link at the same time are batched. */
int plan_complete(struct plan *plan, enum collective collective);

/* Drops deliveries of parts that a node already has, in a plan that only copies. Leaves the hops
 * unsorted. */
void plan_drop_redundant(struct plan *plan);

/* Runs time backwards. Deliveries of parts that a node already has are dropped first. broadcast ->
 * reduce, scatter -> gather, allgather -> reducescatter. Part p becomes part parts - 1 - p, so that
 * a short last round of a pipeline has the parts that begin first, forwards and backwards. */
int plan_reverse(struct plan *plan, enum collective collective);

/* Makes the plan of a collective from a plan that spreads from node 0 to all or to each: the
 * reverse of the plan for REDUCE, GATHER and REDUCESCATTER, plan_there_and_back for ALLREDUCE, and
 * the plan itself for all others. */
int plan_towards(struct plan *plan, enum collective collective);

/* Appends the next plan to this plan. The next plan stays the same. Both have equal parts. */
int plan_then(struct plan *plan, const struct plan *next);

/* Makes an all-reduce of a broadcast: first the reverse of the broadcast, then the broadcast. */
int plan_there_and_back(struct plan *plan);

/* Spreads each time over several times so that the port and duplex model of the problem is obeyed;
 * does nothing if the plan already obeys the model. A step of the papers' n-port schedules becomes
 * sub-steps (Tseng & Sheu 1997, section 4, do so dimension by dimension). */
int plan_serialize(struct plan *plan);

/* Halves every slot of a round of a plan that obeys EXCHANGE. The two directions of a link take
 * turns where both are used, so the plan then obeys SINGLE (Johnsson & Ho 1986, theorem 4.3). */
int plan_alternate(struct plan *plan);

/* Makes room for that many hops. Returns -ENOMEM with why if there are too many hops for a plan, or
 * for the memory. */
int plan_reserve(struct plan *plan, size_t hops);

/* Writes a symmetric plan out, hop by hop for every node. */
int plan_expand(struct plan *plan);

/* Returns node 0's hop as done by node s, with its block and part numbered for the whole
 * network. */
struct hop plan_translated_hop(const struct plan *plan, struct hop hop, int s);

/* Makes the plan in which every node does at once what node 0 does in the plan of `hops`, directed
 * to the problem's collective (plan_towards), and finishes the plan: by translations, or, on a
 * network that is not a Cayley graph, from a plan for each node, written out. The plan is freed if
 * anything fails. */
typedef int hops_maker(struct plan **plan, const struct problem *problem);
int plan_by_every_node(struct plan **plan, const struct problem *problem, hops_maker *hops);

#endif
