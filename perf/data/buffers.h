/* Allocates buffers for all nodes of a team, so that no node disturbs the cache of another node. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_DATA_BUFFERS_H
#define PERF_DATA_BUFFERS_H

#include "perf/data/test_pattern.h"

struct buffers {
	struct pattern_buffers *node; /* of each node; NULL without a buffer */
	void *memory;
	size_t bytes;
};

/* Returns the offset of a buffer of that many bytes after *end, and moves *end to its end. Sets
 * *end to SIZE_MAX / 2 when the bytes cannot be counted. */
size_t buffer_place(size_t *end, size_t bytes);

/* Allocates the buffers and touches no page: the system places a page in the memory of the thread
 * that first fills the page. Returns 0, or -ENOMEM with why. */
int buffers_open(struct buffers *buffers, const struct pattern *pattern);
void buffers_close(struct buffers *buffers); /* all zeros are fine */

#endif
