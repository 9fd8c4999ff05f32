/* A direct read copies from the memory of another node, without a packet. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_NODE_DIRECT_READ_H
#define RUNTIME_NODE_DIRECT_READ_H

#include "runtime/node/team_state.h"

/* The instructions READ_BYTES, MATCH_SIZES and READ_BLOCK. The first reads blocks of one size from
 * a run of nodes. The second compares the sizes of all blocks that the node is about to read, and
 * the third reads such a block. Each returns MOVED; BLOCKED at the end of the node's turn; or
 * BROKEN if the team fails, or if sizes differ. */
enum outcome read_bytes(struct node *me, const struct instruction *i);
enum outcome match_sizes(struct node *me, const struct instruction *match);
enum outcome read_sized(struct node *me, const struct instruction *i);

#endif
