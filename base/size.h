/* Sizes and counts as people write them, and arithmetic on them that cannot overflow unseen. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef BASE_SIZE_H
#define BASE_SIZE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* "64", "16K", "1M", "2G" (powers of 2), "1kB", "1MB", "1GB" (powers of 10). 0 or -EINVAL. */
int size_parse(size_t *size, const char *text);

/* A whole decimal number in [low, high], nothing behind it. 0 or -EINVAL. */
int number_parse(int *number, const char *text, int low, int high);

/* True, and the product stored, when a * b fits; false when it does not. */
static inline bool size_multiply(size_t *product, size_t a, size_t b)
{
	return !__builtin_mul_overflow(a, b, product);
}

/* No buffer is larger: more than any program can address, and a product of a few still fits. */
#define BUFFER_MOST (SIZE_MAX > UINT32_MAX ? (size_t)((uint64_t)1 << 48) : SIZE_MAX / 2)

/* Where part i begins when `total` things are cut in `parts` equal runs: floor(i total / parts),
 * without the overflow of the product. i = parts gives total. */
static inline uint64_t cut(uint64_t total, uint64_t i, uint64_t parts)
{
	uint64_t each = total / parts, rest = total % parts;

	return i * each + (rest ? i * rest / parts : 0);
}

#endif
