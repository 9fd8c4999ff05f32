/* Buffers for all nodes of a team, laid out so that no node disturbs another one's cache. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_DATA_BUFFERS_H
#define PERF_DATA_BUFFERS_H

#include "perf/data/test_pattern.h"

struct buffers {
	struct pattern_buffers *node; /* of each node; NULL where it has none */
	void *memory;
	size_t bytes;
};

/* Allocated and not yet touched: pages go to whoever fills them first. 0, or -ENOMEM with why. */
int buffers_open(struct buffers *buffers, const struct pattern *pattern);
void buffers_close(struct buffers *buffers); /* also of one that is all zeros */

#endif
