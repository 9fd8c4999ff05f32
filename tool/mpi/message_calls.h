/* Sends the messages of a row by calls of MPI. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_MPI_MESSAGE_CALLS_H
#define TOOL_MPI_MESSAGE_CALLS_H

#include "perf/timing/session.h"

/* Prepares the messages of a session with a node for each rank. Returns 0, or -EINVAL or -ENOMEM
 * with why. What was prepared before is gone. */
int message_calls_open(const struct session *session, int ranks);
void message_calls_close(void);

/* Returns the name of the call that sends. */
const char *message_calls_name(const struct session *session);

/* Sends and receives the messages of this rank once. */
void message_calls_run(const struct session *session, int rank);

#endif
