/* Why a stream could not be written. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_OUTPUT_STREAM_ERROR_H
#define TOOL_OUTPUT_STREAM_ERROR_H

#include <stdio.h>

/* Flushes. 0 when all that was written has gone out, or the errno that says why not. */
int stream_error(FILE *file);

#endif
