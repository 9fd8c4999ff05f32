/* Finds the sub-command, reads its options, and runs the sub-command. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_COMMAND_LINE_H
#define TOOL_COMMAND_LINE_H

/* Runs a command line, and flushes its output. Returns the exit status. */
int command_line(int argc, char **argv);

#endif
