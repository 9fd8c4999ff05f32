/* Checks that each output of an algorithm ends with the chunks that the collective promises. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "analysis/msccl/msccl_outputs.h"
#include "base/array.h"
#include "base/error.h"

/* Marks the places of outputs to which a message brought their chunk, or whose chunk the gpu had.
 * */
static void mark_reached(const struct msccl_run *run, bool *reached)
{
	const struct msccl_layout *l = &run->layout;

	for (size_t k = 0; k < run->messages->count; k++) {
		const struct msccl_message *message = &run->messages->message[k];
		int to = msccl_block_of(run->file, message->receive)->gpu;

		for (int32_t i = 0; i < message->count; i++) {
			int32_t at = msccl_output_offset(
				l, to, run->carried[message->first + (size_t)i].chunk);

			if (at >= 0)
				reached[(size_t)to * (size_t)l->outputs + (size_t)at] = true;
		}
	}
	for (int v = 0; v < run->file->gpus && !msccl_run_folds(run); v++)
		for (int32_t i = 0; i < l->inputs; i++) {
			uint32_t chunk = msccl_input_chunk(l, v, i);
			int32_t at = chunk == NO_CHUNK ? -1 : msccl_output_offset(l, v, chunk);

			if (at >= 0)
				reached[(size_t)v * (size_t)l->outputs + (size_t)at] = true;
		}
}

static int check_output(struct msccl_run *run, int v, int32_t offset, bool reached)
{
	const struct msccl_layout *l = &run->layout;
	struct msccl_value value = run->spot[msccl_place(l, v, MSCCL_OUTPUT, offset)].value;
	uint32_t expected = msccl_output_chunk(l, v, offset);
	sum_fault fault = NULL;
	int error = 0;

	/* A chunk that no message brings is a violation that the verifier tells of. */
	if (expected == NO_CHUNK || (value.chunk == NO_CHUNK && !reached))
		return 0;
	if (value.chunk == NO_CHUNK)
		return why(EINVAL,
			"gpu %d: no step writes chunk %d of the output, and the gpu has the data",
			v, offset);
	if (value.chunk != expected)
		return why(EINVAL,
			"gpu %d: chunk %d of the output ends with part %u of block %u instead of "
			"part %u of block %u",
			v, offset, value.chunk % (uint32_t)l->per_block,
			value.chunk / (uint32_t)l->per_block, expected % (uint32_t)l->per_block,
			expected / (uint32_t)l->per_block);
	if (msccl_run_folds(run))
		error = msccl_sum_ends(&run->sums, value.sum, &fault);
	return error == -EINVAL ? why(EINVAL, "gpu %d: chunk %d of the output %s", v, offset, fault)
				: error;
}

int msccl_outputs_check(struct msccl_run *run)
{
	size_t outputs = (size_t)run->layout.outputs;
	bool *reached = array_zeros((size_t)run->file->gpus * outputs, sizeof *reached);
	int error = reached ? 0 : why(ENOMEM, "no memory for the outputs of an algorithm");

	if (!error)
		mark_reached(run, reached);
	for (int v = 0; v < run->file->gpus && !error; v++)
		for (int32_t i = 0; i < run->layout.outputs && !error; i++)
			error = check_output(run, v, i, reached[(size_t)v * outputs + (size_t)i]);
	free(reached);
	return error;
}
