/* Reads structs that begin with their size and may come from another version of grove.h. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stddef.h>
#include <string.h>
#include "base/error.h"
#include "grove.h"
#include "library/sized_struct.h"

enum {
	LARGEST = 4096 /* a larger size means that the memory was never set */
};

/* The struct of version 0.1 ended after `last`. */
#define KNOWN(type, last)                                                                          \
	{                                                                                          \
		"struct " #type, offsetof(struct type, last) + sizeof((struct type *)0)->last,     \
			sizeof(struct type)                                                        \
	}

static const struct known {
	const char *name;
	size_t first; /* bytes in version 0.1 */
	size_t size;  /* bytes in this version */
} known[] = {
	[SIZED_TEAM_OPTIONS] = KNOWN(grove_team_options, caller_waits),
	[SIZED_PROBLEM] = KNOWN(grove_problem, matrix),
	[SIZED_OPERATION] = KNOWN(grove_operation, out_subarrays),
	[SIZED_PLAN_OPTIONS] = KNOWN(grove_plan_options, matrix),
};

static int size_of(size_t *size, const unsigned char *theirs, const struct known *k)
{
	memcpy(size, theirs, sizeof *size);
	if (!*size)
		*size = k->first;
	if (*size < k->first || *size > LARGEST)
		return why(EINVAL,
			"%s: a size of %zu bytes; it is 0, or sizeof the struct: %zu in this "
			"version",
			k->name, *size, k->size);
	for (size_t i = k->size; i < *size; i++)
		if (theirs[i])
			return why(EINVAL,
				"%s: the program was compiled with a later version of grove.h and "
				"sets a field that version %s does not know",
				k->name, grove_version());
	return 0;
}

int sized_read(enum sized_struct which, void *own, const void *theirs)
{
	size_t size, most = known[which].size;
	int error = size_of(&size, theirs, &known[which]);

	if (error)
		return error;
	memset(own, 0, most);
	memcpy(own, theirs, size < most ? size : most);
	return 0;
}
