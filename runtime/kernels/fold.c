/* Finds the kernel for a type and an operation, and applies the kernel or a caller's function. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "base/error.h"
#include "runtime/kernels/fold.h"
#include "runtime/kernels/fold_kernels.h"

enum {
	OWN_ELEMENT = 0x10000,
	OWN_ELEMENT_END = 0x20000
};

static const struct {
	const char *name;
	size_t bytes;
	kernel_function *const *kernels;
} types[GROVE_TYPES] = {
#define TYPE(number, type, bytes) [number] = { #type, bytes, type##_kernels },
	FOR_EACH_TYPE(TYPE)
#undef TYPE
};

/* A fold of grove is recognized by the address of its function, because a caller may copy the
 * struct. */
#define OPERATION(operation, name)                                                                 \
	static void fold_##name(void *result, const void *left, const void *right, size_t count,   \
		int type, void *context)                                                           \
	{                                                                                          \
		(void)context;                                                                     \
		if ((size_t)type < GROVE_TYPES && types[type].kernels[operation])                  \
			types[type].kernels[operation](result, NULL, left, right, count);          \
	}
FOR_EACH_OPERATION(OPERATION)
#undef OPERATION

static const struct grove_fold folds[OPERATIONS] = {
#define OPERATION(operation, name) [operation] = { fold_##name, NULL, #name },
	FOR_EACH_OPERATION(OPERATION)
#undef OPERATION
};

const struct grove_fold *grove_builtin_fold(int number)
{
	return number >= 0 && number < OPERATIONS ? &folds[number] : NULL;
}

/* Marks a fold as ordered: the context is the fold itself. */
static void fold_in_order(
	void *result, const void *left, const void *right, size_t count, int type, void *context)
{
	const struct grove_fold *fold = context;

	fold->function(result, left, right, count, type, fold->context);
}

struct grove_fold grove_fold_ordered(const struct grove_fold *fold)
{
	if (!fold || !fold->function) {
		why(EINVAL, "grove_fold_ordered: the fold or its function is NULL");
		return (struct grove_fold){ 0 };
	}
	why_answer(0);
	return (struct grove_fold){ fold_in_order, (void *)(uintptr_t)fold, fold->name };
}

bool fold_ordered(const struct grove_fold **fold)
{
	bool ordered = false;

	while (*fold && (*fold)->function == fold_in_order) {
		*fold = (*fold)->context;
		ordered = true;
	}
	return ordered;
}

size_t type_bytes(int type)
{
	size_t value = (size_t)type;

	if (value < GROVE_TYPES)
		return types[value].bytes;
	return value > OWN_ELEMENT && value < OWN_ELEMENT_END ? value - OWN_ELEMENT : 0;
}

const char *type_name(int type)
{
	return types[type].name;
}

static const struct grove_fold *built_in(const struct grove_fold *fold, size_t *operation)
{
	for (*operation = 0; *operation < OPERATIONS; ++*operation)
		if (folds[*operation].function == fold->function)
			return &folds[*operation];
	return NULL;
}

/* Says which folds the type has instead. */
static int refuse(size_t operation, int type)
{
	char others[64] = "";
	size_t length = 0;

	for (size_t i = 0; i < OPERATIONS; i++)
		if (types[type].kernels[i])
			length += (size_t)snprintf(others + length, sizeof others - length, "%s%s",
				length ? ", " : "", folds[i].name);
	return why(EINVAL, "%s: not for %s, which has %s", folds[operation].name, type_name(type),
		others);
}

int folding_resolve(struct folding *folding, int type, const struct grove_fold *fold)
{
	size_t operation;

	if (!fold || !fold->function)
		return why(EINVAL, "there is no operation to fold with");
	*folding = (struct folding){ .fold = *fold, .type = type, .element = type_bytes(type) };
	if (!folding->element)
		return why(EINVAL, "%d is not a type of grove", type);
	if (!built_in(fold, &operation))
		return 0;
	if ((size_t)type >= GROVE_TYPES)
		return why(
			EINVAL, "%s: not for elements of the caller's own", folds[operation].name);
	folding->kernel = types[type].kernels[operation];
	return folding->kernel ? 0 : refuse(operation, type);
}

const char *folding_name(const struct folding *folding)
{
	size_t operation;
	const struct grove_fold *fold = built_in(&folding->fold, &operation);

	return fold ? fold->name : NULL;
}

/* Bits 1 to 7: the operation + 1, or OPERATIONS + 1 for a caller's fold. Bits from 8 on: the
 * type. */
uint64_t folding_word(const struct folding *folding)
{
	size_t operation;

	if (!folding || !folding->element)
		return 0;
	built_in(&folding->fold, &operation);
	return (uint64_t)folding->type << 8 | (operation + 1) << 1;
}

void folding_describe(uint64_t word, char phrase[FOLDING_PHRASE])
{
	size_t operation = (word >> 1 & 0x7f) - 1;
	int type = (int)(word >> 8);
	const char *name = operation < OPERATIONS ? folds[operation].name : "a caller's fold";

	*phrase = 0;
	if (!(word >> 1))
		return;
	if ((size_t)type < GROVE_TYPES)
		snprintf(phrase, FOLDING_PHRASE, ", %s of %s", name, type_name(type));
	else
		snprintf(phrase, FOLDING_PHRASE, ", %s of elements of %zu bytes", name,
			type_bytes(type));
}

void folding_apply(const struct folding *folding, void *result, const void *left, const void *right,
	size_t bytes)
{
	if (folding->kernel)
		folding->kernel(result, NULL, left, right, folding_count(folding, bytes));
	else
		folding->fold.function(result, left, right, bytes / folding->element, folding->type,
			folding->fold.context);
}
