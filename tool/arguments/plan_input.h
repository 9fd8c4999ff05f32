/* Reads a plan from a file, as text or as JSON. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_ARGUMENTS_PLAN_INPUT_H
#define TOOL_ARGUMENTS_PLAN_INPUT_H

#include "plan/schedule.h"

/* Reads the plan in the file `name`, or in standard input for "-". A first character '{' means
 * JSON. Returns 0, -EINVAL with line and column as why, or -ENOMEM. */
int schedule_open(struct schedule **schedule, const char *name);

#endif
