/* Prints and reads plans as JSON. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_FORMAT_PLAN_JSON_H
#define PLAN_FORMAT_PLAN_JSON_H

#include <stdio.h>
#include "plan/schedule.h"

int schedule_print_json(const struct schedule *schedule, FILE *file);
int schedule_read_json(struct schedule **schedule, const char *text, size_t length);

#endif
