/* Brings the buffers of nodes into the state of the data that a timed operation is to find. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>
#include "base/error.h"
#include "perf/data/huge_pages.h"
#include "perf/data_keeper.h"
#include "plan/semantics.h"
#include "runtime/machine/cpus.h"
#include "runtime/team/node_state.h"

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

int data_keeper_open(struct data_keeper *keeper, enum data_state state,
	const struct pattern *pattern, const struct buffers *buffers)
{
	*keeper = (struct data_keeper){ .state = state, .pattern = pattern, .buffers = buffers };
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

/* A node's memory during an operation. */
struct node_memory {
	unsigned char *in, *out, *scratch;
	size_t in_bytes, out_bytes, scratch_bytes;
	bool begins_in_output;
};

static struct node_memory memory_of(const struct data_keeper *keeper, struct node *node)
{
	const struct problem *problem = &keeper->pattern->problem;
	int v = node->number;

	return (struct node_memory){
		.in = keeper->buffers->node[v].in,
		.out = keeper->buffers->node[v].out,
		.scratch = node->space[SCRATCH],
		.in_bytes = pattern_input_bytes(keeper->pattern, v),
		.out_bytes = pattern_output_bytes(keeper->pattern, v),
		.scratch_bytes = node->scratch,
		.begins_in_output = v == problem->root && collective_in_output(problem->collective),
	};
}

/* Reads the output, as behind the operation before, and then writes the input anew. */
static void refresh(const struct node_memory *memory)
{
	if (memory->begins_in_output) {
		lines_rewrite(memory->out, memory->out_bytes);
		return;
	}
	lines_read(memory->out, memory->out_bytes);
	lines_rewrite(memory->in, memory->in_bytes);
}

static void flush(enum flushing how, const struct node_memory *memory)
{
	lines_flush(how, memory->in, memory->in_bytes);
	lines_flush(how, memory->out, memory->out_bytes);
	lines_flush(how, memory->scratch, memory->scratch_bytes);
}

void data_keep(const struct data_keeper *keeper, struct team *team, struct worker *me)
{
	int first = worker_first(me), end = first + worker_nodes(me);

	for (int v = first; v < end; v++) {
		struct node_memory memory = memory_of(keeper, team_node(team, v));

		if (keeper->state == DATA_FRESH)
			refresh(&memory);
		else if (keeper->flushing != FLUSHING_NONE)
			flush(keeper->flushing, &memory);
	}
	lines_read(keeper->walk, keeper->walk_bytes);
}
