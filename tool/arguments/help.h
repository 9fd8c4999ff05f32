/* Help: what --help prints. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_ARGUMENTS_HELP_H
#define TOOL_ARGUMENTS_HELP_H

#include "tool/arguments/command.h"

/* Of the whole command, and of one sub-command with its options. */
void help_all(void);
void help_command(const struct command *command);

#endif
