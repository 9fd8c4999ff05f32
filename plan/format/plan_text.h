/* Prints and reads plans as text that people read and edit. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_FORMAT_PLAN_TEXT_H
#define PLAN_FORMAT_PLAN_TEXT_H

#include <stdio.h>
#include "plan/schedule.h"

int schedule_print(const struct schedule *schedule, FILE *file);

/* Reads the text that schedule_print writes. Returns 0, -ENOMEM, or -EINVAL with line and column as
 * why. The schedule is sorted and well formed, but not verified. Text may be hostile: counts are
 * bounded before memory is allocated. */
int schedule_read(struct schedule **schedule, const char *text, size_t length);

#endif
