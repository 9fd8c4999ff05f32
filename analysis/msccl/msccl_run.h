/* Runs an algorithm of MSCCL with names of chunks in place of bytes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_MSCCL_MSCCL_RUN_H
#define ANALYSIS_MSCCL_MSCCL_RUN_H

#include "analysis/msccl/msccl_buffers.h"
#include "analysis/msccl/msccl_messages.h"
#include "analysis/msccl/msccl_sums.h"

/* What lies at a place, or travels. */
struct msccl_value {
	uint32_t chunk; /* NO_CHUNK: nobody has written the place */
	uint32_t sum;	/* of the gpu, where the collective folds */
};

/* A place of a buffer, with the last step that wrote it and the steps that have read it since. */
struct msccl_spot {
	struct msccl_value value;
	uint32_t writer, readers; /* the writer; the last reader in `reading`; UINT32_MAX: none */
};

struct msccl_reading {
	uint32_t step, earlier; /* earlier: in `reading` */
};

struct msccl_run {
	const struct msccl_file *file;
	const struct msccl_messages *messages;
	struct msccl_layout layout;
	struct msccl_before before;
	struct msccl_sums sums;
	struct msccl_times times;
	struct msccl_spot *spot;     /* [layout.places] */
	struct msccl_value *carried; /* [messages->chunks] as they come, with the receiver's sums */
	struct msccl_reading *reading;
	size_t readings, reading_room;
};

static inline bool msccl_run_folds(const struct msccl_run *run)
{
	return collective_folds(run->file->collective);
}

/* Runs all steps, so that `carried` and, where the collective folds, `sums` and `times` are known.
 * Times know all messages, as moments of their own numbers. Returns 0, -ENOMEM, or -EINVAL with
 * why: two steps use a place in any order, a step reads what nobody has written, an output ends
 * with another chunk, or a sum is not one that a plan can make. msccl_run_close accepts all
 * zeros. */
int msccl_run(struct msccl_run *run, const struct msccl_file *file,
	const struct msccl_messages *messages, bool in_place);
void msccl_run_close(struct msccl_run *run);

#endif
