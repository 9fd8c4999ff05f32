/* Keeps the numbers of the standard streams for the standard streams. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_OUTPUT_STANDARD_STREAMS_H
#define TOOL_OUTPUT_STANDARD_STREAMS_H

/* Called before any file is opened. */
void standard_streams_open(void);

#endif
