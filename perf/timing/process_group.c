/* Keeps the group of processes that measure together. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "library/paced_plans.h"
#include "library/rank_levels.h"
#include "perf/timing/process_group.h"

static const struct process_group alone = { .count = 1 };
static const struct process_group *joined = &alone;

const struct process_group *process_group(void)
{
	return joined;
}

void process_group_join(const struct process_group *group)
{
	joined = group;
}

bool process_is_alone(void)
{
	return joined == &alone;
}

int group_confer(int error)
{
	return process_is_alone() ? error : joined->confer(error);
}

int group_threads(const struct network *net, int asked)
{
	int nodes = net->nodes / joined->count;

	if (asked)
		return asked;
	return joined->cores < nodes || nodes < 1 ? joined->cores : nodes;
}

int group_rates(struct rates *rates, const struct network *net, int threads)
{
	static struct machine levels;

	if (process_is_alone())
		return thread_rates(rates, net->nodes);
	*rates = pace_rates(&joined->links, net);
	if (rank_levels_make(&levels, net->nodes, joined->count, group_threads(net, threads),
		    &joined->links, &joined->within))
		rates->levels = &levels;
	return 0;
}
