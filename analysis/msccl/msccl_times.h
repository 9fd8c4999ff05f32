/* Finds the earliest steps of messages, where some must be later than others. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_MSCCL_MSCCL_TIMES_H
#define ANALYSIS_MSCCL_MSCCL_TIMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Moments have numbers. An edge says that a moment is not earlier than another, or at least a step
 * later. A moment on a link has a step of its own there. */
struct msccl_edge {
	uint32_t from, to;
	bool later;
};

struct msccl_times {
	size_t moments, edges, room;
	struct msccl_edge *edge;
};

/* Adds an edge; edges are best added in the order of their moments. Returns 0 or -ENOMEM with
 * why. */
int msccl_times_add(struct msccl_times *times, uint32_t from, uint32_t to, bool later);

/* Finds the step of each moment; moment i < linked is on link[i]. Returns 0, -ENOMEM with why, or
 * -EINVAL without why and *stuck < linked, a moment that would have to be before itself, or at the
 * same step of a link as another. The caller frees *step in any case. */
int msccl_times_find(int32_t **step, const struct msccl_times *times, const uint32_t *link,
	size_t linked, uint32_t *stuck);

void msccl_times_free(struct msccl_times *times);

#endif
