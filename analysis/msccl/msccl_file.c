/* Checks an algorithm of MSCCL as far as its file tells: dependences, and the root. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include "analysis/msccl/msccl_file.h"
#include "base/error.h"

int msccl_step_refuse(const struct msccl_file *file, uint32_t step, const char *format, ...)
{
	const struct msccl_block *block = msccl_block_of(file, step);
	char text[WHY_BYTES / 2];
	va_list values;

	va_start(values, format);
	vsnprintf(text, sizeof text, format, values);
	va_end(values);
	return why(EINVAL, "line %u: gpu %d, thread block %d, step %u: %s", file->step[step].line,
		block->gpu, block->id, step - block->first, text);
}

void msccl_file_free(struct msccl_file *file)
{
	free(file->gpu);
	free(file->block);
	free(file->step);
	*file = (struct msccl_file){ 0 };
}

/* ---- Dependences ---- */

static int check_wait(const struct msccl_file *file, uint32_t step)
{
	const struct msccl_step *s = &file->step[step];
	int gpu = msccl_block_of(file, step)->gpu;
	uint32_t first = file->gpu[gpu].first, blocks = file->gpu[gpu + 1].first - first;
	const struct msccl_block *block = &file->block[first + (uint32_t)s->wait_block];

	if ((uint32_t)s->wait_block >= blocks)
		return msccl_step_refuse(file, step, "depid=%d: the gpu has %u thread blocks",
			s->wait_block, blocks);
	if (s->wait_step < 0 || (uint32_t)s->wait_step >= block[1].first - block->first)
		return msccl_step_refuse(file, step, "deps=%d: thread block %d has %u steps",
			s->wait_step, s->wait_block, block[1].first - block->first);
	if (!file->step[block->first + (uint32_t)s->wait_step].awaited)
		return msccl_step_refuse(file, step,
			"waits for step %d of thread block %d, which has hasdep=0", s->wait_step,
			s->wait_block);
	return 0;
}

int msccl_file_check_waits(const struct msccl_file *file)
{
	int error = 0;

	for (uint32_t i = 0; i < file->steps && !error; i++)
		if (file->step[i].wait_block >= 0)
			error = check_wait(file, i);
	return error;
}

/* ---- The root ---- */

enum role {
	READS_INPUT = 1,
	HAS_OUTPUT = 2,
	RECEIVES = 4,
	SENDS = 8
};

static void note_roles(const struct msccl_file *file, unsigned *role)
{
	for (int v = 0; v < file->gpus; v++)
		role[v] = file->gpu[v].chunks[MSCCL_OUTPUT] > 0 ? HAS_OUTPUT : 0;
	for (uint32_t i = 0; i < file->steps; i++) {
		const struct msccl_step *s = &file->step[i];

		role[msccl_block_of(file, i)->gpu] |=
			(s->kind->receives ? RECEIVES : 0u) | (s->kind->sends ? SENDS : 0u) |
			(s->kind->reads && s->from_buffer == MSCCL_INPUT ? READS_INPUT : 0u);
	}
}

/* Returns the only gpu that has, of those roles, exactly these, or -1. */
static int only_gpu(const unsigned *role, int gpus, unsigned of, unsigned has)
{
	int found = -1;

	for (int v = 0; v < gpus; v++)
		if ((role[v] & of) == has) {
			if (found >= 0)
				return -1;
			found = v;
		}
	return found;
}

int msccl_file_find_root(struct msccl_file *file)
{
	unsigned *role = calloc((size_t)file->gpus + 1, sizeof *role);
	bool sends = file->collective == BROADCAST;

	if (!role)
		return why(ENOMEM, "no memory for %d gpus", file->gpus);
	note_roles(file, role);
	if (collective_rooted(file->collective)) {
		unsigned sign = sends ? READS_INPUT : HAS_OUTPUT;

		file->root = only_gpu(role, file->gpus, sign, sign);
		if (file->root < 0)
			file->root = only_gpu(
				role, file->gpus, SENDS | RECEIVES, sends ? SENDS : RECEIVES);
	}
	free(role);
	return file->root >= 0 ? 0
			       : why(EINVAL, "the root of the %s cannot be told: %s",
					 collective_name(file->collective),
					 sends ? "several gpus, or none, receive nothing"
					       : "several gpus, or none, send nothing");
}
