/* Numbers the chunks of a problem, and says where the chunks lie in the buffers of an algorithm. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_MSCCL_MSCCL_BUFFERS_H
#define ANALYSIS_MSCCL_MSCCL_BUFFERS_H

#include "analysis/msccl/msccl_file.h"
#include "plan/semantics.h"

#define NO_CHUNK UINT32_MAX

/* A chunk is a part of a block: number block * per_block + part. In place the smaller of input and
 * output is a part of the larger, or both are the same. */
struct msccl_layout {
	const struct msccl_file *file;
	struct problem problem; /* the nodes are the gpus, without links */
	bool in_place;
	int32_t per_block, inputs, outputs; /* chunks of a block, an input, an output */
	uint32_t chunks;
	size_t *scratch; /* [gpus] the first place of a gpu's scratch buffer */
	size_t places;	 /* of all buffers */
};

/* Returns 0, -ENOMEM, or -EINVAL with why: the buffers do not fit the collective. msccl_layout_free
 * accepts all zeros. */
int msccl_layout_find(struct msccl_layout *layout, const struct msccl_file *file, bool in_place);
void msccl_layout_free(struct msccl_layout *layout);

/* Returns the place of an offset of a buffer, below layout->places. */
size_t msccl_place(
	const struct msccl_layout *layout, int gpu, enum msccl_buffer buffer, int32_t offset);

/* Return the chunk that lies there before, or must lie there in the end, or NO_CHUNK. */
uint32_t msccl_input_chunk(const struct msccl_layout *layout, int gpu, int32_t offset);
uint32_t msccl_output_chunk(const struct msccl_layout *layout, int gpu, int32_t offset);

/* Returns the offset in the output at which a gpu must have a chunk, or -1. */
int32_t msccl_output_offset(const struct msccl_layout *layout, int gpu, uint32_t chunk);

#endif
