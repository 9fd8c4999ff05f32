/* Functions of tests that leave with the first error, and variables that end where a block ends. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TESTS_ENDS_H
#define TESTS_ENDS_H

#include <stdlib.h>
#include <string.h>

#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

/* A function that returns an error, such as the body of a node, leaves with it. */
#define TRY(call)                                                                                  \
	do {                                                                                       \
		int tried = (call);                                                                \
		if (tried)                                                                         \
			return tried;                                                              \
	} while (0)

/* Objects that are freed where their block ends: AUTO(schedule) s = schedule_of(text). */
#define AUTO(type) __attribute__((cleanup(end_##type))) struct type *

#define ENDS(type, ending)                                                                         \
	static inline void end_##type(struct type **ended)                                         \
	{                                                                                          \
		ending;                                                                            \
	}

/* A variable that this function ends where its block ends: ENDED(cpus_free) struct cpus cpus. */
#define ENDED(end) __attribute__((cleanup(end)))

/* Memory that is freed where its block ends, which may be its only use: FREED char *text =
 * malloc(bytes). */
#define FREED __attribute__((unused)) ENDED(end_memory)

static inline void end_memory(void *ended)
{
	void *memory;

	memcpy(&memory, ended, sizeof memory);
	free(memory);
}

#endif
