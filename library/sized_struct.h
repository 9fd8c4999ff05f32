/* Reads structs that begin with their size: an application may know fewer or more fields. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LIBRARY_SIZED_STRUCT_H
#define LIBRARY_SIZED_STRUCT_H

#include <stddef.h>
#include "grove.h"

/* Copies the application's struct into this library's version of the struct. Fields that the
 * application does not have become 0. Returns 0, or -EINVAL: the size is impossible, or a field is
 * set that this library does not know. */
int sized_options(struct grove_team_options *own, const struct grove_team_options *theirs);
int sized_problem(struct grove_problem *own, const struct grove_problem *theirs);
int sized_operation(struct grove_operation *own, const struct grove_operation *theirs);
int sized_plan_options(struct grove_plan_options *own, const struct grove_plan_options *theirs);

#endif
