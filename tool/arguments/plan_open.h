/* Reads a plan from a file, as text or as JSON. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_ARGUMENTS_PLAN_OPEN_H
#define TOOL_ARGUMENTS_PLAN_OPEN_H

#include "plan/schedule.h"

/* Reads the text of the file `name`, or of standard input for "-", as far as a plan may be long. The
 * caller frees the text. Returns 0, -EINVAL with why (no such file, too long, empty), or -ENOMEM. */
int plan_open_text(char **text, size_t *length, const char *name);

/* Reads the plan in the file `name`, or in standard input for "-". A first character '{' means
 * JSON. Returns 0, -EINVAL with line and column as why, or -ENOMEM. */
int schedule_open(struct schedule **schedule, const char *name);

#endif
