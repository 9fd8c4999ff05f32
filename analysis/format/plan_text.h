/* Plans as text that people read and edit, in both directions. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_FORMAT_PLAN_TEXT_H
#define ANALYSIS_FORMAT_PLAN_TEXT_H

#include <stdio.h>
#include "plan/schedule.h"

int schedule_print(const struct schedule *schedule, FILE *file);

/* Reads what schedule_print wrote. 0, -ENOMEM, or -EINVAL with line and column as why. A schedule
 * that is read is sorted and well formed, not verified. Text is hostile: counts are bounded
 * before anything is allocated. */
int schedule_read(struct schedule **schedule, const char *text, size_t length);

#endif
