/* Checks that a list of nodes is a permutation. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/error.h"
#include "plan/problem.h"

int permutation_check(const int *permutation, int nodes)
{
	unsigned char *seen = calloc((size_t)nodes, 1);
	int error = 0;

	if (!seen)
		return why(ENOMEM, "no memory to check a permutation of %d nodes", nodes);
	for (int v = 0; v < nodes && !error; v++)
		if (permutation[v] < 0 || permutation[v] >= nodes)
			error = why(EINVAL, "not a permutation: %d is sent to %d, of %d nodes", v,
				permutation[v], nodes);
		else if (seen[permutation[v]]++)
			error = why(EINVAL, "not a permutation: two nodes are sent to %d",
				permutation[v]);
	free(seen);
	return error;
}
