/* Finds types of elements and built-in folds by name. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_ARGUMENTS_FOLD_NAMES_H
#define TOOL_ARGUMENTS_FOLD_NAMES_H

#include "grove.h"

/* Finds the type of that name, "u8" ... "f64". Returns 0, or -EINVAL with why. */
int type_named(enum grove_type *type, const char *name);

/* Returns the built-in fold of that name ("sum"), or NULL. */
const struct grove_fold *fold_named(const char *name);

#endif
