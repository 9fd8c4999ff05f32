/* Reports: the line that says who waits for whom, or whose arguments differ. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_REPORT_H
#define RUNTIME_REPORT_H

#include "runtime/team/team_state.h"

/* What all nodes together have done: equal twice, nothing has moved. */
uint64_t team_moves(const struct team *team);

/* What the worker's nodes wait for, for others to read; and that they wait no more. */
void worker_tell(struct worker *me);
void worker_hush(struct worker *me);

/* Fails the team, and returns true: nothing has moved for its timeout, since there were so many moves.
 * False: something has moved after all; or, when it is patient, some node need not wait any more, and
 * only its thread is not run. */
bool team_stalled(struct worker *me, uint64_t moves, bool patient);

/* Fails the team: the node got a packet of another operation. */
void node_differs(struct node *me, const struct instruction *instruction);

/* Fails the team, and returns true, when a waiting node of the worker's and any other node called
 * the same operation with different arguments. */
bool worker_finds_difference(struct worker *me);

#endif
