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

	*l = (struct msccl_layout){ .file = file, .in_place = in_place };
	if (!whole && file->chunks % file->gpus)
		return why(EINVAL, "nchunksperloop=%d is no multiple of ngpus=%d", file->chunks,
			file->gpus);
	l->per_block = whole ? file->chunks : file->chunks / file->gpus;
	l->inputs = collective == ALLGATHER ? l->per_block : file->chunks;
	l->outputs = collective == REDUCESCATTER ? l->per_block : file->chunks;
	l->chunks = (uint32_t)file->chunks * (collective == ALLTOALL ? (uint32_t)file->gpus : 1);
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
	const struct msccl_file *file = l->file;

	switch (file->collective) {
	case BROADCAST:
		return gpu == file->root ? (uint32_t)offset : NO_CHUNK;
	case ALLGATHER:
	case ALLTOALL:
		return (uint32_t)(gpu * l->inputs + offset);
	default:
		return (uint32_t)offset;
	}
}

uint32_t msccl_output_chunk(const struct msccl_layout *l, int gpu, int32_t offset)
{
	const struct msccl_file *file = l->file;
	int32_t origin = offset / l->per_block;

	switch (file->collective) {
	case REDUCE:
		return gpu == file->root ? (uint32_t)offset : NO_CHUNK;
	case REDUCESCATTER:
		return (uint32_t)(gpu * l->per_block + offset);
	case ALLTOALL:
		return (uint32_t)((origin * file->gpus + gpu) * l->per_block +
				  offset % l->per_block);
	default:
		return (uint32_t)offset;
	}
}

int32_t msccl_output_offset(const struct msccl_layout *l, int gpu, uint32_t chunk)
{
	const struct msccl_file *file = l->file;
	int32_t part = (int32_t)chunk % l->per_block, block = (int32_t)chunk / l->per_block;

	switch (file->collective) {
	case REDUCE:
		return gpu == file->root ? (int32_t)chunk : -1;
	case REDUCESCATTER:
		return block == gpu ? part : -1;
	case ALLTOALL:
		return block % file->gpus == gpu ? block / file->gpus * l->per_block + part : -1;
	default:
		return (int32_t)chunk;
	}
}
