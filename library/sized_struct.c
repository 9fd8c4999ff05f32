/* Reads structs that begin with their size and may come from another version of grove.h. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>
#include "base/error.h"
#include "library/sized_struct.h"

enum {
	LARGEST = 4096 /* a larger size means that the memory was never set */
};

struct known {
	const char *name;
	size_t first; /* bytes in version 0.1 */
	size_t size;  /* bytes in this version */
};

/* The bytes up to the end of a member. A struct of version 0.1 ends after the last member of that
 * version. */
#define END_OF(type, member) (offsetof(type, member) + sizeof((type *)0)->member)

static int size_of(size_t *size, const unsigned char *theirs, const struct known *known)
{
	memcpy(size, theirs, sizeof *size);
	if (!*size)
		*size = known->first;
	if (*size < known->first || *size > LARGEST)
		return why(EINVAL,
			"%s: a size of %zu bytes; it is 0, or sizeof the struct: %zu in this "
			"version",
			known->name, *size, known->size);
	for (size_t i = known->size; i < *size; i++)
		if (theirs[i])
			return why(EINVAL,
				"%s: the program was compiled with a later version of grove.h and "
				"sets "
				"a field that version %s does not know",
				known->name, grove_version());
	return 0;
}

static int sized_read(void *own, const void *theirs, const struct known *known)
{
	size_t size;
	int error = size_of(&size, theirs, known);

	if (error)
		return error;
	memset(own, 0, known->size);
	memcpy(own, theirs, size < known->size ? size : known->size);
	return 0;
}

int sized_options(struct grove_team_options *own, const struct grove_team_options *theirs)
{
	static const struct known known = { "struct grove_team_options",
		END_OF(struct grove_team_options, caller_waits), sizeof *own };

	return sized_read(own, theirs, &known);
}

int sized_problem(struct grove_problem *own, const struct grove_problem *theirs)
{
	static const struct known known = { "struct grove_problem",
		END_OF(struct grove_problem, matrix), sizeof *own };

	return sized_read(own, theirs, &known);
}

int sized_operation(struct grove_operation *own, const struct grove_operation *theirs)
{
	static const struct known known = { "struct grove_operation",
		END_OF(struct grove_operation, out_subarrays), sizeof *own };

	return sized_read(own, theirs, &known);
}

int sized_plan_options(struct grove_plan_options *own, const struct grove_plan_options *theirs)
{
	static const struct known known = { "struct grove_plan_options",
		END_OF(struct grove_plan_options, matrix), sizeof *own };

	return sized_read(own, theirs, &known);
}
