/* Finds types of elements and built-in folds by name. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "base/error.h"
#include "runtime/kernels/fold.h"
#include "tool/arguments/fold_names.h"

enum {
	NAME_LIST = 160 /* room for the names of all types */
};

/* Appends a name to a list "u8, i8". */
static size_t name_append(char list[NAME_LIST], size_t length, const char *name)
{
	return length + (size_t)snprintf(list + length, NAME_LIST - length, "%s%s",
				length ? ", " : "", name);
}

int type_named(int *type, const char *name)
{
	char types[NAME_LIST];
	size_t length = 0;

	for (int t = 0; t < GROVE_TYPES; t++) {
		if (!strcmp(type_name(t), name)) {
			*type = t;
			return 0;
		}
		length = name_append(types, length, type_name(t));
	}
	return why(EINVAL, "'%s' is not a type: %s", name, types);
}

const struct grove_fold *fold_named(const char *name)
{
	const struct grove_fold *fold;
	char folds[NAME_LIST];
	size_t length = 0;

	for (int i = 0; (fold = grove_builtin_fold(i)); i++) {
		if (!strcmp(fold->name, name))
			return fold;
		length = name_append(folds, length, fold->name);
	}
	why(EINVAL, "'%s' is not a fold; there are %s", name, folds);
	return NULL;
}

int fold_fits(int type, const struct grove_fold *fold)
{
	const struct grove_fold *asked = fold ? fold : GROVE_SUM;
	struct folding folding;
	char text[2 * NAME_LIST], types[NAME_LIST];
	size_t length = 0;

	if (!folding_resolve(&folding, type, asked))
		return 0;
	snprintf(text, sizeof text, "%s", why_text());
	for (int t = 0; t < GROVE_TYPES; t++)
		if (!folding_resolve(&folding, t, asked))
			length = name_append(types, length, type_name(t));
	return why(EINVAL, "%s; %s is for %s", text, asked->name, types);
}
