/* Numbers the chunks of a problem, and says where the chunks lie in the buffers of an algorithm. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "analysis/msccl/msccl_buffers.h"
#include "base/array.h"
#include "base/error.h"

static bool is_whole(enum collective collective)
{
	return collective == ALLREDUCE || collective == BROADCAST || collective == REDUCE;
}

static int check_sizes(const struct msccl_layout *l)
{
	const struct msccl_file *file = l->file;
	int64_t scratch = 0;

	for (int v = 0; v < file->gpus; v++) {
		const int32_t *chunks = file->gpu[v].chunks;

		scratch += chunks[MSCCL_SCRATCH];
		if (chunks[MSCCL_INPUT] > l->inputs || chunks[MSCCL_OUTPUT] > l->outputs)
			return why(EINVAL,
				"gpu %d: i_chunks=%d and o_chunks=%d; with nchunksperloop=%d a gpu "
				"of this collective has at most %d and %d",
				v, chunks[MSCCL_INPUT], chunks[MSCCL_OUTPUT], file->chunks,
				l->inputs, l->outputs);
	}
	if (scratch > MSCCL_CHUNKS)
		return why(EINVAL, "more than %d chunks of scratch", MSCCL_CHUNKS);
	return 0;
}

int msccl_layout_find(struct msccl_layout *l, const struct msccl_file *file, bool in_place)
{
	enum collective collective = file->collective;
	bool whole = is_whole(collective);
	int error;

	*l = (struct msccl_layout){ .file = file,
		.problem = { .collective = collective,
			.root = file->root,
			.net = { .nodes = file->gpus } },
		.in_place = in_place };
	if (!whole && file->chunks % file->gpus)
		return why(EINVAL, "nchunksperloop=%d is no multiple of ngpus=%d", file->chunks,
			file->gpus);
	l->per_block = whole ? file->chunks : file->chunks / file->gpus;
	l->inputs = collective == ALLGATHER ? l->per_block : file->chunks;
	l->outputs = collective == REDUCESCATTER ? l->per_block : file->chunks;
	l->chunks = (uint32_t)semantics_blocks(&l->problem) * (uint32_t)l->per_block;
	error = check_sizes(l);
	if (error)
		return error;
	l->scratch = array_new((size_t)file->gpus, sizeof *l->scratch);
	if (!l->scratch)
		return why(ENOMEM, "no memory for the buffers of %d gpus", file->gpus);
	l->places = (size_t)file->gpus * (size_t)(l->inputs + l->outputs);
	for (int v = 0; v < file->gpus; v++) {
		l->scratch[v] = l->places;
		l->places += (size_t)file->gpu[v].chunks[MSCCL_SCRATCH];
	}
	return 0;
}

void msccl_layout_free(struct msccl_layout *l)
{
	free(l->scratch);
	*l = (struct msccl_layout){ 0 };
}

/* Returns the chunk of a block at an offset of a buffer. */
static uint32_t chunk_of(const struct msccl_layout *l, uint64_t block, int32_t offset)
{
	return (uint32_t)block * (uint32_t)l->per_block + (uint32_t)(offset % l->per_block);
}

size_t msccl_place(const struct msccl_layout *l, int gpu, enum msccl_buffer buffer, int32_t offset)
{
	size_t first = (size_t)gpu * (size_t)(l->inputs + l->outputs);

	if (buffer == MSCCL_SCRATCH)
		return l->scratch[gpu] + (size_t)offset;
	if (l->in_place && l->inputs < l->outputs && buffer == MSCCL_INPUT) {
		buffer = MSCCL_OUTPUT;
		offset += gpu * l->per_block;
	} else if (l->in_place && l->inputs >= l->outputs && buffer == MSCCL_OUTPUT) {
		buffer = MSCCL_INPUT;
		offset += l->inputs > l->outputs ? gpu * l->per_block : 0;
	}
	return first + (size_t)(buffer == MSCCL_OUTPUT ? l->inputs : 0) + (size_t)offset;
}

uint32_t msccl_input_chunk(const struct msccl_layout *l, int gpu, int32_t offset)
{
	uint64_t block, last;

	semantics_inputs(&l->problem, gpu, &block, &last);
	block += (uint64_t)(offset / l->per_block);
	return block < last ? chunk_of(l, block, offset) : NO_CHUNK;
}

uint32_t msccl_output_chunk(const struct msccl_layout *l, int gpu, int32_t offset)
{
	uint64_t block = semantics_block_from(&l->problem, offset / l->per_block, gpu);

	return nodes_have(semantics_after(&l->problem, block), gpu) ? chunk_of(l, block, offset)
								    : NO_CHUNK;
}

int32_t msccl_output_offset(const struct msccl_layout *l, int gpu, uint32_t chunk)
{
	uint32_t per_block = (uint32_t)l->per_block;
	int64_t index = semantics_output_index(&l->problem, gpu, chunk / per_block);

	return index < 0 ? -1 : (int32_t)(index * per_block + chunk % per_block);
}
