/* Room: how much memory this process may still take, and the line for what does not fit. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef BASE_MEMORY_BUDGET_H
#define BASE_MEMORY_BUDGET_H

#include <stdbool.h>
#include <stddef.h>

/* The number behind `name` in a file of the system, or `otherwise`. */
size_t system_number(const char *path, const char *name, size_t otherwise);

/* Bytes that this process may still take: of the machine's available memory, of the groups that it
 * is in, and of its own limits. SIZE_MAX: nothing is known. */
size_t memory_budget_left(void);

/* Whether so many bytes more fit, less a little that the system needs itself. Small amounts do,
 * without a look at the system's files. */
bool memory_budget_has(double bytes);

/* The line for what does not fit, and -ENOMEM: "WHAT needs 16384 MiB of memory, 4200 are there for it;
 * ADVICE", the advice being the largest that fits. */
int memory_budget_refuse(double bytes, const char *what, const char *advice);

#endif
