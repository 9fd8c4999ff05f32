/* Reads a plan from a file: text, JSON, or an algorithm of MSCCL. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_ARGUMENTS_PLAN_OPEN_H
#define TOOL_ARGUMENTS_PLAN_OPEN_H

#include "plan/schedule.h"

/* Reads the text of the file `name`, or of standard input for "-", as far as a plan may be long.
 * The caller frees the text. Returns 0, -EINVAL with why (no such file, too long, empty), or
 * -ENOMEM. */
int plan_open_text(char **text, size_t *length, const char *name);

/* Returns true if the first character is '<': XML, which no plan of our own begins with. */
bool plan_is_msccl(const char *text, size_t length);

/* Reads a plan: an algorithm of MSCCL, JSON if the first character is '{', or text. Returns 0,
 * -EINVAL with line and column as why, or -ENOMEM. */
int plan_read_text(struct schedule **schedule, const char *text, size_t length);

/* Reads the plan in the file `name`, or in standard input for "-". Returns 0, -EINVAL with line and
 * column as why, or -ENOMEM. */
int schedule_open(struct schedule **schedule, const char *name);

#endif
