/* A split copy brings a lent packet to its place, by both ends of the link where that is faster. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_NODE_SPLIT_COPY_H
#define RUNTIME_NODE_SPLIT_COPY_H

#include "runtime/node/step.h"

/* Called by the receiver of a lent packet, for the given instruction. Returns MOVED when the packet
 * is copied and given back, BLOCKED while the sender is busy with a part, and BROKEN when the
 * packet was revoked. */
enum outcome split_copy_land(struct node *me, const struct instruction *i, struct ring *ring);

/* Called by a node that has done its half of a fold (half_done). Returns MOVED when the peer has
 * done the other half, else BLOCKED. */
enum outcome half_await(struct node *me, const struct instruction *i);

/* Called by a sender that would only wait for the return. Copies the parts that are left to
 * claim. */
void split_copy_help(struct ring *ring);

/* Copies within the node. Where that saves time, the node meanwhile offers the next packet to the
 * packet's sender, and passes the copied bytes on to the nodes to which it has lent them. */
void copy_own(struct node *me, const struct instruction *i);

/* Called by a receiver that gives up. Afterwards nobody writes for this ring's packet. */
void split_copy_withdraw(struct ring *ring);

#endif
