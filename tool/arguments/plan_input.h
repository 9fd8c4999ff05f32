/* Plan files: read whole, as text or as JSON. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_ARGUMENTS_PLAN_INPUT_H
#define TOOL_ARGUMENTS_PLAN_INPUT_H

#include "plan/schedule.h"

/* The plan in the file, - for standard input. Which form it has is seen by its first character: '{'
 * begins JSON. 0, -EINVAL with line and column as why, -ENOMEM. */
int schedule_open(struct schedule **schedule, const char *name);

#endif
