/* Reads sizes as people write them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef BASE_SIZE_TEXT_H
#define BASE_SIZE_TEXT_H

#include <stddef.h>

/* Reads "64", "16K", "1M", "2G" (powers of 2), "1kB", "1MB" or "1GB" (powers of 10). Returns 0, or
 * -EINVAL with why. */
int size_parse(size_t *size, const char *text);

#endif
