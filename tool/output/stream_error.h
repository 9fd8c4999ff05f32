/* Finds the reason why a stream could not be written. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_OUTPUT_STREAM_ERROR_H
#define TOOL_OUTPUT_STREAM_ERROR_H

#include <stdio.h>

/* Flushes the stream. Returns 0 if all bytes were written, else the errno of the failure. */
int stream_error(FILE *file);

#endif
