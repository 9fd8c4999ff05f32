/* Finds types of elements and built-in folds by name. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_ARGUMENTS_FOLD_NAMES_H
#define TOOL_ARGUMENTS_FOLD_NAMES_H

#include "grove.h"

/* Finds the built-in type of that name. Returns 0, or -EINVAL with why and all names. */
int type_named(int *type, const char *name);

/* Returns the built-in fold of that name ("sum"), or NULL with why and all names. */
const struct grove_fold *fold_named(const char *name);

/* Returns 0 if the type has the built-in fold (NULL: the sum), else -EINVAL with why: the folds of
 * the type, and the types of the fold. */
int fold_fits(int type, const struct grove_fold *fold);

#endif
