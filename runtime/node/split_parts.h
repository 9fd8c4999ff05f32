/* Parts of a lent packet: where each part lies, and how either end of the link copies the part. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_NODE_SPLIT_PARTS_H
#define RUNTIME_NODE_SPLIT_PARTS_H

#include "runtime/node/node_state.h"

/* Returns the number of parts of that many bytes. */
uint32_t parts_of(size_t bytes);

/* Returns the part's first byte. The end of the last part counts as the beginning of a part. */
size_t part_begin(size_t bytes, uint32_t part, uint32_t parts);

/* Called by the receiver. Says where the packet goes. */
void share_where(struct split_claim *share, const struct node *me, const struct instruction *i,
	const struct slot *slot);

/* Called by either end, for bytes begin ... begin + bytes - 1 of the packet. */
void land_bytes(const struct node *node, const struct instruction *i, const struct slot *slot,
	size_t begin, size_t bytes);

/* Called by either end, for a part of its own. */
void land_part(const struct split_claim *share, uint32_t part);

#endif
