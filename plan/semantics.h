/* The promise of a collective: who holds which block before, and who must hold which after. It
 * knows nothing of algorithms. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_SEMANTICS_H
#define PLAN_SEMANTICS_H

#include "plan/problem.h"

/* Blocks are numbered as in plan files:
 *	broadcast reduce allreduce send   0
 *	scatter gather                    the number of the other end
 *	allgather permute                 the origin
 *	reducescatter                     the destination
 *	alltoall                          origin * nodes + destination
 *	barrier                           none: packets have no pieces, only what they imply
 * For folding collectives "before" is a node's own contribution, "after" all contributions. */
uint64_t semantics_blocks(const struct problem *problem);

/* The nodes first ... first + count - 1: one node, or all of them. */
struct nodes {
	int first, count;
};
struct nodes semantics_before(const struct problem *problem, uint64_t block);
struct nodes semantics_after(const struct problem *problem, uint64_t block);

/* The blocks first ... last - 1 that node v has before; of a folding collective, contributes to. */
void semantics_inputs(const struct problem *problem, int v, uint64_t *first, uint64_t *last);

static inline bool nodes_have(struct nodes nodes, int v)
{
	return v >= nodes.first && v - nodes.first < nodes.count;
}

/* Buffers, in blocks: how many a node's input and output hold, and where a block lies in them
 * (-1: not there). Broadcast and send have one buffer, the output, which is also where they
 * begin. */
int semantics_input_blocks(const struct problem *problem, int v);
int semantics_output_blocks(const struct problem *problem, int v);
int64_t semantics_input_index(const struct problem *problem, int v, uint64_t block);
int64_t semantics_output_index(const struct problem *problem, int v, uint64_t block);

/* The one block that v both holds before and must hold after in another buffer: it is copied, not
 * sent. False when there is none. */
bool semantics_own_block(const struct problem *problem, int v, uint64_t *block);

/* In a prefix fold node v must end with the fold of nodes 0 to this one; -1: it gets nothing. */
int semantics_prefix(const struct problem *problem, int v);

#endif
