/* Folding computes result = left combined with right, for every type and operation of grove.h. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_KERNELS_FOLD_H
#define RUNTIME_KERNELS_FOLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "grove.h"

/* The type and the operation with which a call folds, resolved once. */
struct folding {
	/* fold_kernels.h; NULL: the fold is the caller's */
	void (*kernel)(void *result, void *also, const void *left, const void *right, size_t count);
	struct grove_fold fold; /* a copy, because the caller may reuse the original */
	int type;
	size_t element; /* bytes */
};

/* Returns the bytes of an element, or 0 when there is no such type. */
size_t type_bytes(int type);

/* Returns the name of a built-in type. */
const char *type_name(int type);

/* Returns 0, or -EINVAL with why ("xor: not for f64"). */
int folding_resolve(struct folding *folding, int type, const struct grove_fold *fold);

/* Returns the name of a fold of grove, also of a copy of it; NULL for other folds. */
const char *folding_name(const struct folding *folding);

/* Returns true for a fold that grove_fold_ordered made, and finds the fold that was ordered. */
bool fold_ordered(const struct grove_fold **fold);

/* folding_word packs type and operation in a word for messages. The lowest bit is 0; the word is 0
 * for NULL or no folding. folding_describe writes the word's phrase, ", sum of f64"; "" for 0. */
enum {
	FOLDING_PHRASE = 64
};

uint64_t folding_word(const struct folding *folding);
void folding_describe(uint64_t word, char phrase[FOLDING_PHRASE]);

/* Returns the number of elements, of a built-in type. The sizes of these types are powers of two,
 * so small messages pass without a division. */
static inline size_t folding_count(const struct folding *folding, size_t bytes)
{
	return bytes >> __builtin_ctzl(folding->element);
}

void folding_apply(const struct folding *folding, void *result, const void *left, const void *right,
	size_t bytes);

#endif
