/* The moves: functions from plan to plan, of which almost every schedule is made. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef COLLECTIVES_TRANSFORMS_H
#define COLLECTIVES_TRANSFORMS_H

#include "plan/plan.h"

/* All moves change the plan in place, leave it sorted but where they say otherwise, and return 0 or -errno with why. They do
 * not verify: plan_finalize does, once, at the end.
 *
 * Sources: Stout & Wagar 1990 name the techniques (sections 3-8); Johnsson & Ho 1986, section 3.1,
 * call the copies of a tree rotated and translated. */

/* Cuts every part in as many parts as the network has rotations, and runs the rotated copies
 * together; copy j begins j * delay later. SBT -> nRSBT, one ERSBT -> nESBT. Copy after copy, unsorted. */
int plan_symmetrize(struct plan *plan, int delay);

/* Starts a round every `interval`, the least for which no turn breaks the port model; packets of
 * several rounds may go as one. The second form tries no interval below `least`. */
int plan_pipeline(struct plan *plan);
int plan_pipeline_from(struct plan *plan, int least);

/* Node 0's operation, done by every node at once through translations: broadcast -> allgather,
 * scatter -> alltoall. What shares a link at one time is batched. */
int plan_complete(struct plan *plan, enum collective collective);

/* Drops deliveries of what a node already has: for plans that spread from node 0. Leaves the hops
 * unsorted. */
void plan_drop_redundant(struct plan *plan);

/* For qsort_r of a plan's hops: by the node they reach, what they bring it, and when. */
int plan_compare_deliveries(const void *a, const void *b, void *plan);

/* Runs time backwards. Deliveries of what a node already has are dropped first. broadcast ->
 * reduce, scatter -> gather, allgather -> reducescatter. Part p becomes part parts - 1 - p, so that
 * a short last round of a pipeline has the parts that begin first, forwards and backwards. */
int plan_reverse(struct plan *plan, enum collective collective);

/* First this plan, then the next one, which is left as it is. Both have equal parts. */
int plan_then(struct plan *plan, const struct plan *next);

/* Of a broadcast: first its reverse, then itself, which is an all-reduce. */
int plan_there_and_back(struct plan *plan);

/* Spreads each time over several so that the port and duplex model of the problem is obeyed; does
 * nothing when it is. A step of the papers' n-port schedules becomes sub-steps (Tseng & Sheu 1997,
 * section 4, do so dimension by dimension). */
int plan_serialize(struct plan *plan);

/* Of a plan that obeys EXCHANGE: halves every slot of a round, so that the two directions of a link
 * take turns where both are used, and SINGLE is obeyed (Johnsson & Ho 1986, theorem 4.3). */
int plan_alternate(struct plan *plan);

/* Makes room for so many hops. -ENOMEM with why: there are more than a plan may have, or than memory. */
int plan_reserve(struct plan *plan, size_t hops);

/* Writes a symmetric plan out, hop by hop for every node. */
int plan_expand(struct plan *plan);

#endif
