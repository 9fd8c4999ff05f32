/* Reads whole numbers, and multiplies sizes without unseen overflow. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef BASE_SIZE_H
#define BASE_SIZE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads a whole decimal number in [low, high] with nothing after it. Returns 0 or -EINVAL. */
int number_parse(int *number, const char *text, int low, int high);

/* Stores the product and returns true if a * b fits; otherwise returns false. */
static inline bool size_multiply(size_t *product, size_t a, size_t b)
{
	return !__builtin_mul_overflow(a, b, product);
}

/* No buffer is larger. The limit is more than any program can address, and a product of a few such
 * numbers still fits. */
#define BUFFER_MOST (SIZE_MAX > UINT32_MAX ? (size_t)((uint64_t)1 << 48) : SIZE_MAX / 2)

/* Returns where part i begins when `total` things are cut in `parts` equal runs: floor(i total /
 * parts), without the overflow of the product. i = parts gives total. */
static inline uint64_t cut(uint64_t total, uint64_t i, uint64_t parts)
{
	uint64_t each = total / parts, rest = total % parts;

	return i * each + (rest ? i * rest / parts : 0);
}

#endif
