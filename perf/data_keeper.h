/* Brings the buffers of nodes into the state of the data that a timed operation is to find. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_DATA_KEEPER_H
#define PERF_DATA_KEEPER_H

#include "perf/data/buffers.h"
#include "perf/data/cache_lines.h"
#include "plan/model/data_state.h"
#include "runtime/team/team.h"

/* Keeps a state for buffers. */
struct data_keeper {
	enum data_state state;
	enum flushing flushing;
	/* Memory larger than the last-level cache: a walk through this memory empties the caches
	 * where no instruction flushes a line. NULL: not needed. */
	void *walk;
	size_t walk_bytes;
	const struct pattern *pattern; /* borrowed, like the buffers */
	const struct buffers *buffers;
};

/* Returns 0, -ENOMEM, or -EINVAL with why when this machine cannot empty its caches. */
int data_keeper_open(struct data_keeper *keeper, enum data_state state,
	const struct pattern *pattern, const struct buffers *buffers);
void data_keeper_close(struct data_keeper *keeper); /* all zeros are fine */

/* Brings the buffers of the calling thread's nodes into the state. All threads do so between two
 * meetings. Changes no byte. Resident data need no call. */
void data_keep(const struct data_keeper *keeper, struct team *team, struct worker *me);

#endif
