/* Checks the buffers of a node. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include "base/error.h"
#include "base/size.h"
#include "library/library_internal.h"
#include "plan/semantics.h"

static bool input_in_place(enum collective collective)
{
	return collective_folds(collective) || collective == GATHER || collective == ALLGATHER ||
	       collective == ALLTOALL;
}

int buffers_check_bytes(
	enum collective collective, const void *in, size_t input, const void *out, size_t output)
{
	const char *name = collective_name(collective);
	bool in_place = in == GROVE_IN_PLACE || out == GROVE_IN_PLACE;

	if (output && out == GROVE_IN_PLACE && collective != SCATTER)
		return why(EINVAL, "%s: GROVE_IN_PLACE is for the input, not for the output", name);
	if (output && out == GROVE_IN_PLACE && !input)
		return why(EINVAL, "%s: GROVE_IN_PLACE is for the root", name);
	if (in == GROVE_IN_PLACE && !input_in_place(collective))
		return why(EINVAL, "%s: the input may not be GROVE_IN_PLACE", name);
	if (in == GROVE_IN_PLACE && input && !output)
		return why(EINVAL, "%s: GROVE_IN_PLACE is for a node that gets a result", name);
	if ((input && !in) || (output && !out))
		return why(EINVAL, "%s: the %s is NULL", name, input && !in ? "input" : "output");
	if (!in_place && input && output && buffers_overlap(in, input, out, output))
		return why(EINVAL, "%s: input and output overlap%s", name,
			input_in_place(collective) ? "; GROVE_IN_PLACE is for that" : "");
	return 0;
}

int buffers_check(
	const struct grove_plan *plan, int v, const void *in, const void *out, size_t bytes)
{
	const struct problem *problem = &plan->problem;
	size_t input, output;
	int error = blocks_check(plan, bytes);

	if (!error && in == GROVE_IN_PLACE && plan->problem.collective == ALLTOALL &&
		plan->forward == FORWARD_REFERENCE)
		error = why(EINVAL, "alltoall by reference: not with GROVE_IN_PLACE");
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

/* C does not define NULL + 0, which a buffer without bytes may be. */
static void *at(const void *buffer, size_t bytes)
{
	return buffer ? (unsigned char *)(uintptr_t)buffer + bytes : NULL;
}

/* A node's own block of a gather, allgather or scatter stays at its place among the blocks of all
 * nodes. Buffers of folds and of an alltoall are the same memory. */
void call_buffers(struct call *call, enum collective collective, int v, const void *in, void *out)
{
	bool same = collective_folds(collective) || collective == ALLTOALL;
	size_t own = same ? 0 : (size_t)v * call->bytes;

	call->input = in == GROVE_IN_PLACE ? at(out, own) : in;
	call->output = out == GROVE_IN_PLACE ? at(in, own) : out;
}
