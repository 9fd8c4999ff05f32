/* A fold that is associative and does not commute: affine maps, composed. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TESTS_AFFINE_HELP_H
#define TESTS_AFFINE_HELP_H

#include <stdint.h>
#include "grove.h"

/* x -> a x + b modulo 2^32 */
struct map {
	uint32_t a, b;
};

static inline struct map after(struct map first, struct map then)
{
	return (struct map){ then.a * first.a, then.a * first.b + then.b };
}

static inline void compose(
	void *result, const void *left, const void *right, size_t count, int type, void *context)
{
	struct map *to = result;
	const struct map *l = left, *r = right;

	for (size_t i = 0; i < count; i++)
		to[i] = after(l[i], r[i]);
}

static const struct grove_fold composition = { compose, NULL, "composition" };

#endif
