/* Ends a command that cannot do its task, and allocates memory for the data of files. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_FILES_NEED_H
#define TOOL_FILES_NEED_H

#include <stddef.h>
#include <stdlib.h>
#include "tool/output/diagnostics.h"

/* Prints a line on standard error, and ends the process with the status. The applications hold
 * nothing that outlives the process but a temporary file, which is removed then. */
#define end_command(...) exit(say(__VA_ARGS__))

/* Ends the command if a call returned a negative errno, with the reason that the call left. */
void need_done(int error);

/* Returns count * size bytes, aligned to a cache line, for free(); NULL for no bytes. Ends the
 * command when there is not enough memory. */
void *need_memory(size_t count, size_t size);

/* Return the product or the sum. End the command when the result is more than this machine can
 * count. */
size_t need_product(size_t a, size_t b);
size_t need_sum(size_t a, size_t b);

/* Returns the size of a part when `total` is cut in `parts` equal parts, the last ones padded. */
size_t part_size(size_t total, int parts);

/* Makes every byte another. */
void bytes_spoil(unsigned char *bytes, size_t count);

/* Ends the command unless that many bytes of the array or matrix of a file are there, as wanted. */
void need_whole(const char *path, const char *what, size_t there, size_t wanted);

#endif
