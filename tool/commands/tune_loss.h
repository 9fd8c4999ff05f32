/* `grove tune --loss` measures how far the model and the choices of auto are from measurements. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_COMMANDS_TUNE_LOSS_H
#define TOOL_COMMANDS_TUNE_LOSS_H

#include "tool/arguments/options.h"

/* Does the work of `grove tune --loss`. Returns an exit status. */
int command_tune_loss(const struct options *options);

#endif
