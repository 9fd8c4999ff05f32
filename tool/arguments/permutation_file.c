/* Reads a permutation by name, or from a file of whole numbers. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "analysis/named_permutations.h"
#include "base/error.h"
#include "base/text_mark.h"
#include "plan/problem.h"
#include "tool/arguments/permutation_file.h"

static int read_numbers(int *permutation, int nodes, FILE *file, const char *name)
{
	int count = 0, got = 1, extra;

	while (count < nodes && (got = fscanf(file, "%9d", &permutation[count])) == 1)
		count++;
	if (ferror(file))
		return why(EINVAL, "%s: %s", name, strerror(errno));
	if (got == 0)
		return why(EINVAL, "%s: number %d is none", name, count + 1);
	if (count < nodes)
		return why(EINVAL, "%s: has %d numbers, there are %d nodes", name, count, nodes);
	if (fscanf(file, "%9d", &extra) != EOF)
		return why(EINVAL, "%s: has more than %d numbers", name, nodes);
	return permutation_check(permutation, nodes);
}

int permutation_read(int *permutation, const struct network *net, const char *text)
{
	FILE *file;
	int error;

	/* A name wins over a file with the same name; ./inversion is always a file. */
	if (!permutation_named(permutation, net, text))
		return 0;
	if (access(text, F_OK))
		return -EINVAL; /* why is set */
	file = fopen(text, "r");
	if (!file)
		return why(EINVAL, "%s: %s", text, strerror(errno));
	error = text_mark_pass(file, text);
	if (!error)
		error = read_numbers(permutation, net->nodes, file, text);
	fclose(file);
	return error;
}
