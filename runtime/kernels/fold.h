/* Folding: result = left combined with right, for every type and operation of grove.h. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_KERNELS_FOLD_H
#define RUNTIME_KERNELS_FOLD_H

#include <stddef.h>
#include <stdint.h>
#include "grove.h"

/* What a call folds with, resolved once. */
struct folding {
	void (*kernel)(void *result, const void *left, const void *right, size_t count);
	struct grove_fold fold; /* a copy: the caller may reuse its own */
	enum grove_type type;
	size_t element; /* bytes */
};

/* Bytes of one element; 0 when there is no such type. */
size_t type_bytes(enum grove_type type);
const char *type_name(enum grove_type type);
int type_named(enum grove_type *type, const char *name);

/* The built-in fold of that name ("sum"), or NULL. */
const struct grove_fold *fold_named(const char *name);

/* 0, or -EINVAL with why ("xor: not for f64"). */
int folding_resolve(struct folding *folding, enum grove_type type, const struct grove_fold *fold);

/* Type and operation as one word for messages, whose lowest bit is 0; 0 for no folding, or NULL. And its
 * phrase, ", sum of f64"; "" for 0. */
enum {
	FOLDING_PHRASE = 64
};

uint64_t folding_word(const struct folding *folding);
void folding_describe(uint64_t word, char phrase[FOLDING_PHRASE]);

void folding_apply(const struct folding *folding, void *result, const void *left, const void *right,
	size_t bytes);

#endif
