/* Brings memory into the state of the data that a timed operation is to find. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>
#include "base/error.h"
#include "library/machine/huge_pages.h"
#include "perf/timing/data_keeper.h"
#include "runtime/machine/cpus.h"

/* Maps memory of twice the last-level cache, and fills every page, because pages that nobody has
 * written are all the same page of zeros. */
static int map_walk(struct data_keeper *keeper)
{
	const struct cpus *machine = cpus_machine();

	if (!machine)
		return -ENOMEM;
	if (!machine->cache)
		return why(EINVAL, "cold data: this processor has no instruction to flush a cache "
				   "line, and the size of its caches is not known; fresh and "
				   "resident data can be measured");
	keeper->walk_bytes = 2 * machine->cache;
	keeper->walk = huge_pages_map(keeper->walk_bytes);
	if (!keeper->walk)
		return -ENOMEM;
	memset(keeper->walk, 1, keeper->walk_bytes);
	return 0;
}

int data_keeper_open(struct data_keeper *keeper, enum data_state state)
{
	*keeper = (struct data_keeper){ .state = state };
	if (state != DATA_COLD)
		return 0;
	keeper->flushing = lines_flushing();
	return keeper->flushing == FLUSHING_NONE ? map_walk(keeper) : 0;
}

void data_keeper_close(struct data_keeper *keeper)
{
	huge_pages_unmap(keeper->walk, keeper->walk_bytes);
	*keeper = (struct data_keeper){ 0 };
}

void data_keep(const struct data_keeper *keeper, const struct kept_memory *memory)
{
	if (keeper->state == DATA_FRESH) {
		lines_read(memory->out, memory->out_bytes);
		lines_rewrite(memory->in, memory->in_bytes);
	} else if (keeper->flushing != FLUSHING_NONE) {
		lines_flush(keeper->flushing, memory->in, memory->in_bytes);
		lines_flush(keeper->flushing, memory->out, memory->out_bytes);
		lines_flush(keeper->flushing, memory->scratch, memory->scratch_bytes);
	}
}

void data_keep_end(const struct data_keeper *keeper)
{
	lines_read(keeper->walk, keeper->walk_bytes);
}
