/* The semantics of a collective say which nodes hold which blocks before and after. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_SEMANTICS_H
#define PLAN_SEMANTICS_H

#include "plan/problem.h"

/* The semantics do not depend on an algorithm. Blocks are numbered as in plan files:
 *	broadcast reduce allreduce send   0
 *	scatter gather                    the number of the other end
 *	allgather permute                 the origin
 *	reducescatter                     the destination
 *	alltoall                          origin * nodes + destination
 *	scan exscan                       first * nodes + last of a run (runs.h)
 *	ordered-reduce, -allreduce        the same
 *	ordered-reducescatter             origin * nodes + destination
 *	barrier                           no blocks: packets have no bytes
 * In a fold a node has its own contribution before, and all contributions after. */
uint64_t semantics_blocks(const struct problem *problem);

/* The nodes first ... first + count - 1: a single node, no node, or all nodes. */
struct nodes {
	int first, count;
};
struct nodes semantics_before(const struct problem *problem, uint64_t block);
struct nodes semantics_after(const struct problem *problem, uint64_t block);

/* Finds the blocks first ... last - 1 that node v has before, or contributes to in a fold. */
void semantics_inputs(const struct problem *problem, int v, uint64_t *first, uint64_t *last);

static inline bool nodes_have(struct nodes nodes, int v)
{
	return v >= nodes.first && v - nodes.first < nodes.count;
}

/* The buffers in blocks: the number of blocks in a node's input and output, and the place of a
 * block in the buffer (-1: no place). Broadcast and send have a single buffer, the output, in which
 * the blocks also begin. */
int semantics_input_blocks(const struct problem *problem, int v);
int semantics_output_blocks(const struct problem *problem, int v);
int64_t semantics_input_index(const struct problem *problem, int v, uint64_t block);
int64_t semantics_output_index(const struct problem *problem, int v, uint64_t block);

/* Returns the block that node v may need from that origin. */
uint64_t semantics_block_from(const struct problem *problem, int origin, int v);

/* Finds the block that v holds before and must also hold after, in another buffer. This block is
 * copied and not sent. Returns false if no such block exists. */
bool semantics_own_block(const struct problem *problem, int v, uint64_t *block);

/* Returns the last node of v's prefix: where nodes join runs, node v must end with the fold of
 * nodes 0 to this node. -1: node v gets nothing. */
int semantics_prefix(const struct problem *problem, int v);

#endif
