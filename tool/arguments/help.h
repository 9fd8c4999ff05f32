/* Prints the text of --help. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_ARGUMENTS_HELP_H
#define TOOL_ARGUMENTS_HELP_H

#include "tool/arguments/command.h"

/* Print the help of grove, and of a sub-command with its options. */
void help_all(void);
void help_command(const struct command *command);

#endif
