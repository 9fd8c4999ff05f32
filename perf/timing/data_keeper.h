/* Brings memory into the state of the data that a timed operation is to find. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_TIMING_DATA_KEEPER_H
#define PERF_TIMING_DATA_KEEPER_H

#include "library/machine/cache_lines.h"
#include "plan/costs/data_state.h"

/* Keeps a state for buffers. */
struct data_keeper {
	enum data_state state;
	enum flushing flushing;
	/* Memory larger than the last-level cache: a walk through this memory empties the caches
	 * where no instruction flushes a line. NULL: not needed. */
	void *walk;
	size_t walk_bytes;
};

/* Memory that a thread brings into a state. */
struct kept_memory {
	void *in, *out, *scratch; /* NULL with 0 bytes is fine */
	size_t in_bytes, out_bytes, scratch_bytes;
};

/* Returns 0, -ENOMEM, or -EINVAL with why when this machine cannot empty its caches. */
int data_keeper_open(struct data_keeper *keeper, enum data_state state);
void data_keeper_close(struct data_keeper *keeper); /* all zeros are fine */

/* Brings memory into the state: reads `out` and then rewrites `in`, flushes all, or does nothing.
 * Changes no byte. */
void data_keep(const struct data_keeper *keeper, const struct kept_memory *memory);

/* Ends a series of data_keep: empties the caches where no instruction flushes a line. */
void data_keep_end(const struct data_keeper *keeper);

#endif
