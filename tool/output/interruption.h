/* Notes SIGINT and SIGTERM, so that a sub-command can end its output before it ends. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_OUTPUT_INTERRUPTION_H
#define TOOL_OUTPUT_INTERRUPTION_H

#include <stdbool.h>

/* From here on such a signal is only noted. Another one, at least a second later, ends the command
 * at once. A signal that was ignored stays ignored. */
void interruption_watch(void);

/* Returns true after a signal. */
bool interrupted(void);

/* After a signal: flushes the output and ends the command by the same signal, so that a shell sees
 * status 130 or 143. Otherwise returns the status. */
int interruption_end(int status);

#endif
