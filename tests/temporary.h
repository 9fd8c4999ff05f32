/* Names for temporary files of tests, where the environment wants them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TESTS_TEMPORARY_H
#define TESTS_TEMPORARY_H

#include <stdio.h>
#include <stdlib.h>

enum {
	TEMPORARY_NAME = 256
};

/* For mkstemp or mkdtemp: in TMPDIR, or in /tmp. */
static inline char *temporary_name(char name[TEMPORARY_NAME])
{
	const char *folder = getenv("TMPDIR");

	snprintf(name, TEMPORARY_NAME, "%s/grove-test.XXXXXX", folder && *folder ? folder : "/tmp");
	return name;
}

#endif
