/* Reports: the line that says who waits for whom, or whose arguments differ. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_REPORT_H
#define RUNTIME_REPORT_H

#include "runtime/crew.h"

/* What all nodes together have done: equal twice, nothing has moved. */
uint64_t team_moves(const struct team *team);

/* What the worker's nodes wait for, for others to read; and that they wait no more. */
void worker_tell(struct worker *me);
void worker_hush(struct worker *me);

/* Fail the team: nothing has moved for its timeout; the node got a packet of another operation. */
void team_stalled(struct worker *me);
void node_differs(struct node *me, const struct instruction *instruction);

/* Fails the team, and returns true, when a waiting node of the worker's and any other node called
 * the same operation with different arguments. */
bool worker_finds_difference(struct worker *me);

#endif
