/* An algorithm of MSCCL as its file has it: gpus, thread blocks, steps. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_MSCCL_MSCCL_FILE_H
#define ANALYSIS_MSCCL_MSCCL_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "plan/collective.h"

/* Limits of a file, so that no text makes us allocate without bound. */
enum {
	MSCCL_GPUS = 4096,
	MSCCL_CHUNKS = 1 << 22,	 /* of all inputs, all outputs, all scratch */
	MSCCL_MOVES = 1 << 22,	 /* chunks of all steps */
	MSCCL_CHANNELS = 1 << 10 /* every channel is less */
};

enum msccl_buffer {
	MSCCL_INPUT,
	MSCCL_OUTPUT,
	MSCCL_SCRATCH,
	MSCCL_BUFFERS
};

/* What a type of step does, in this order. A step that receives and folds adds its source to what
 * came; a step that folds and does not receive adds its source to its destination. */
struct msccl_kind {
	const char *name;
	bool receives, folds, stores, sends, reads; /* reads: the source */
};

struct msccl_step {
	const struct msccl_kind *kind;
	uint32_t block, line; /* the number in `block` of the file; the line in the text */
	enum msccl_buffer from_buffer, to_buffer;
	int32_t from, to, count;       /* chunks */
	int32_t wait_block, wait_step; /* of the same gpu; -1: the step waits for no step */
	bool awaited;
};

/* Steps first ... of the next block's first - 1. */
struct msccl_block {
	int gpu, id, send, recv, channel; /* send, recv: gpus; -1: none */
	uint32_t first;
};

struct msccl_gpu {
	int32_t chunks[MSCCL_BUFFERS];
	uint32_t first; /* block */
};

struct msccl_file {
	char name[256];
	enum collective collective;
	int gpus, root;
	int32_t chunks; /* of the larger buffer: nchunksperloop */
	bool in_place, out_of_place;
	struct msccl_gpu *gpu;	   /* [gpus + 1] */
	struct msccl_block *block; /* [blocks + 1] */
	struct msccl_step *step;   /* [steps] */
	size_t gpus_read, gpu_room, blocks, block_room, steps, step_room, moves;
};

/* Reads the XML of an algorithm. Text may be hostile. Returns 0, -ENOMEM, or -EINVAL with the line
 * as why; also where grove was built without a reader of XML. msccl_file_free accepts all zeros. */
int msccl_file_read(struct msccl_file *file, const char *text, size_t length);
void msccl_file_free(struct msccl_file *file);

/* Checks that each step waits for a step that is there and tells others of its end. Returns 0 or
 * -EINVAL with why. */
int msccl_file_check_waits(const struct msccl_file *file);

/* Finds the root of a broadcast or reduce, which the format does not name: the only gpu that reads
 * an input, or has an output, or else receives, or sends, nothing. Returns 0 or -EINVAL with why.
 * */
int msccl_file_find_root(struct msccl_file *file);

/* Records a line about a step. It begins with the line number in the text, and the gpu, thread
 * block and number of the step. Returns -EINVAL. */
int msccl_step_refuse(const struct msccl_file *file, uint32_t step, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

static inline const struct msccl_block *msccl_block_of(const struct msccl_file *file, uint32_t step)
{
	return &file->block[file->step[step].block];
}

/* Returns the number of a step that is named by gpu, thread block and place. The caller knows that
 * the step exists. */
static inline uint32_t msccl_step_number(
	const struct msccl_file *file, int gpu, int block, int place)
{
	return file->block[file->gpu[gpu].first + (uint32_t)block].first + (uint32_t)place;
}

static inline bool msccl_is_first(const struct msccl_file *file, uint32_t step)
{
	return msccl_block_of(file, step)->first == step;
}

/* Returns the step for which a step waits, or UINT32_MAX. */
static inline uint32_t msccl_awaited_step(const struct msccl_file *file, uint32_t step)
{
	const struct msccl_step *s = &file->step[step];

	return s->wait_block < 0 ? UINT32_MAX
				 : msccl_step_number(file, msccl_block_of(file, step)->gpu,
					   s->wait_block, s->wait_step);
}

#endif
