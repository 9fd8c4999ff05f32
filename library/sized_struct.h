/* Structs that begin with their size: a program may have been compiled with fewer or more fields. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LIBRARY_SIZED_STRUCT_H
#define LIBRARY_SIZED_STRUCT_H

#include <stddef.h>
#include "grove.h"

/* The program's struct as this library knows it; fields that the program does not have are 0. 0, or
 * -EINVAL: no such size, or a field is set that this library does not know. */
int sized_options(struct grove_team_options *own, const struct grove_team_options *theirs);
int sized_problem(struct grove_problem *own, const struct grove_problem *theirs);

#endif
