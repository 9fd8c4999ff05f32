/* The processes of a sub-team part when all nodes have left: then no message is under way. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_WIRE_PARTING_H
#define RUNTIME_WIRE_PARTING_H

#include "runtime/wire/wires_state.h"

/* A process may have sent messages that no node takes, as the word of new room in a ring. Such a
 * message may come on another channel after the control LEFT. A reception that is cancelled while
 * its message comes would lose or break the message. So when all nodes of all processes have left,
 * each process tells each other how many headers and controls of the sub-team there were, and sends
 * nothing more. A process ends its receptions when all these have come. */

/* Tells all other processes that this process sends nothing more to the sub-team. */
void part_tell(struct wires *wires); /* locked */
void part_came(struct wires *wires, const struct control *control);

/* Returns true if all messages of the other processes have come, and nothing is under way. */
bool part_done(const struct wires *wires);

/* Returns true if the other processes may never part: the nodes did not leave in the usual way, or
 * the team has failed. */
bool part_hopeless(const struct wires *wires);

/* Moves on with the parting, if the time has come. */
void part_move(struct wires *wires);

bool wires_over(const struct team *team);

#endif
