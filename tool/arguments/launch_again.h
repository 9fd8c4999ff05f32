/* Starts this command once more, as a launch that hands records over. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_ARGUMENTS_LAUNCH_AGAIN_H
#define TOOL_ARGUMENTS_LAUNCH_AGAIN_H

#include "perf/launch_process.h"
#include "tool/arguments/options.h"

/* Starts a launch of this command with the same arguments. Returns 0, or -ENOMEM or -EIO with
 * why. */
int launch_again(struct launch *launch, const struct options *options);

#endif
