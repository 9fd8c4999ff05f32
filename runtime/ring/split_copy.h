/* Landing: the bytes of a lent packet come to their place, by both ends of the link where it pays. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_LANDING_H
#define RUNTIME_LANDING_H

#include "runtime/team/step.h"

/* The receiver, of a lent packet that is for the instruction: MOVED when it has landed and been
 * given back, BLOCKED while the sender is busy with a part, BROKEN when it was revoked. */
enum outcome lent_land(struct node *me, const struct instruction *i, struct ring *ring);

/* The sender, which would only wait for the return: lands what parts there are to claim. */
void lent_help(struct ring *ring);

/* Copies within the node, and meanwhile offers the next packet to its sender, and passes on to others
 * what it copies, where that saves time. */
void copy_own(struct node *me, const struct instruction *i);

/* The receiver, giving up: nobody writes for this ring's packet any more. */
void lent_withdraw(struct ring *ring);

#endif
