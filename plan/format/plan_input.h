/* Reads plans whose form nobody has named: text or JSON, from memory or from a stream. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_FORMAT_PLAN_INPUT_H
#define PLAN_FORMAT_PLAN_INPUT_H

#include <stdio.h>
#include "plan/schedule.h"

/* Reads a stream to its end, as far as a plan may be long: a stream may have no size (a pipe), or
 * no end. A byte order mark is left out. Refusals begin with `name`. The caller frees the text,
 * also after an error. Returns 0, -EINVAL with why, or -ENOMEM. */
int plan_input_stream(char **text, size_t *length, FILE *file, const char *name);

/* Returns the number of blanks and line ends with which the text begins. */
size_t plan_input_blanks(const char *text, size_t length);

/* Reads a plan, as JSON if the first character is '{'. A byte order mark may come before the plan.
 * Returns 0, -EINVAL with the place as why, or -ENOMEM. */
int plan_input_read(struct schedule **schedule, const char *text, size_t length);

#endif
