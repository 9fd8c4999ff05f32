/* Ends the command when there is no memory to read JSON. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <jansson.h>
#include <stdlib.h>
#include "tool/output/json_memory.h"
#include "tool/output/diagnostics.h"

/* Without memory jansson 2.14 frees a value twice that cannot be put into an object. */
static void *json_memory(size_t bytes)
{
	void *memory = malloc(bytes);

	if (!memory)
		exit(refuse("no memory to read JSON"));
	return memory;
}

void json_memory_guard(void)
{
	json_set_alloc_funcs(json_memory, free);
}
