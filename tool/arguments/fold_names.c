/* Finds types of elements and built-in folds by name. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>
#include "base/error.h"
#include "runtime/kernels/fold.h"
#include "tool/arguments/fold_names.h"

/* The command knows inputs and results of types up to f64 (perf/data/reference_values.c). */
int type_named(enum grove_type *type, const char *name)
{
	for (enum grove_type t = 0; t <= GROVE_F64; t++)
		if (!strcmp(type_name(t), name)) {
			*type = t;
			return 0;
		}
	return why(
		EINVAL, "'%s' is not a type: u8, i8, u16, i16, u32, i32, u64, i64, f32, f64", name);
}

const struct grove_fold *fold_named(const char *name)
{
	const struct grove_fold *fold;

	for (int i = 0; (fold = grove_builtin_fold(i)); i++)
		if (!strcmp(fold->name, name))
			return fold;
	return NULL;
}
