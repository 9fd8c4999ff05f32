/* Checks the buffers of a node. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include "base/error.h"
#include "base/size.h"
#include "library/library_internal.h"
#include "plan/semantics.h"

int buffers_check_bytes(
	enum collective collective, const void *in, size_t input, const void *out, size_t output)
{
	bool in_place = in == GROVE_IN_PLACE;

	if (output && out == GROVE_IN_PLACE)
		return why(EINVAL, "%s: GROVE_IN_PLACE is for the input, not for the output",
			collective_name(collective));
	if (in_place && !collective_folds(collective))
		return why(EINVAL, "%s: GROVE_IN_PLACE is for folding collectives",
			collective_name(collective));
	if (in_place && input && !output)
		return why(EINVAL, "%s: GROVE_IN_PLACE is for a node that gets a result",
			collective_name(collective));
	if ((input && !in) || (output && !out))
		return why(EINVAL, "%s: the %s is NULL", collective_name(collective),
			input && !in ? "input" : "output");
	if (!in_place && input && output && buffers_overlap(in, input, out, output))
		return why(EINVAL, "%s: input and output overlap%s", collective_name(collective),
			collective_folds(collective) ? "; GROVE_IN_PLACE is for that" : "");
	return 0;
}

int buffers_check(
	const struct grove_plan *plan, int v, const void *in, const void *out, size_t bytes)
{
	const struct problem *problem = &plan->problem;
	size_t input, output;
	int error = blocks_check(plan, bytes);

	if (error)
		return error;
	if (plan->matrix.item)
		matrix_buffers(&plan->matrix, problem->permutation, v, &input, &output);
	else if (!size_multiply(&input, (size_t)semantics_input_blocks(problem, v), bytes) ||
		 !size_multiply(&output, (size_t)semantics_output_blocks(problem, v), bytes))
		return why(EINVAL, "%s of %zu bytes: the buffers are larger than memory",
			collective_name(problem->collective), bytes);
	return buffers_check_bytes(problem->collective, in, input, out, output);
}
