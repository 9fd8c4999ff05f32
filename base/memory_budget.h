/* Computes how much memory this process may still take, and refuses requests that do not fit. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef BASE_MEMORY_BUDGET_H
#define BASE_MEMORY_BUDGET_H

#include <stdbool.h>
#include <stddef.h>

/* Returns the number after `name` in a file of the system, or `otherwise`. */
size_t system_number(const char *path, const char *name, size_t otherwise);

/* Returns the bytes that this process may still take from the machine's available memory, within
 * the limits of the process and of the control groups above. SIZE_MAX means that nothing is
 * known. */
size_t memory_budget_left(void);

/* Returns true if that many more bytes fit, less a little that the system itself needs. Small
 * amounts always fit, and the system's files are not read. */
bool memory_budget_has(double bytes);

/* Allocates a piece of what may become a large amount, on a cache line of its own. Reads the
 * system's files now and then. Returns NULL if memory is short. */
void *memory_budget_take(size_t bytes);

/* Records "WHAT needs 16384 MiB of memory, 4200 are available; ADVICE", and returns -ENOMEM. The
 * advice names the largest request that fits. */
int memory_budget_refuse(double bytes, const char *what, const char *advice);

#endif
