/* Ends the command when there is no memory to read JSON. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_OUTPUT_JSON_MEMORY_H
#define TOOL_OUTPUT_JSON_MEMORY_H

/* Called once, before any JSON is read. */
void json_memory_guard(void);

#endif
