/* A node that gives up takes back its lent memory. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_NODE_RECALL_H
#define RUNTIME_NODE_RECALL_H

#include "runtime/node/team_state.h"

/* The worker's nodes give up their operations, if any. Afterwards the memory that these nodes lent
 * has come back or is revoked, and these nodes hold no memory of other nodes. The team must have
 * failed. */
void worker_recall(struct worker *me);

#endif
