/* Keeps the group of processes that measure together. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/error.h"
#include "grove_measure.h"
#include "library/paced_plans.h"
#include "library/rank_levels.h"
#include "perf/timing/clock.h"
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
	if (group->simulated)
		clock_simulate(group->simulated->seconds);
}

bool process_is_alone(void)
{
	return joined == &alone;
}

bool process_is_simulated(void)
{
	return joined->simulated;
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
	static int *cores;
	const struct grove_pace slowest = rank_slowest(&joined->between);
	struct rank_places places = {
		.nodes = net->nodes, .processes = joined->count, .host_of = joined->host_of
	};
	int *each, made;

	if (process_is_alone())
		return thread_rates(rates, net->nodes);
	each = malloc((size_t)joined->count * sizeof *each);
	if (!each)
		return why(ENOMEM, "no memory for a list of ranks");
	for (int i = 0; i < joined->count; i++)
		each[i] = group_threads(net, threads);
	places.threads = each;
	*rates = pace_rates(&slowest, net);
	rates->source = joined->between.calibrated
				? "by calibrated links between ranks"
				: "by links between ranks as a few messages measured them at the "
				  "start:\n`grove-mpi calibrate` keeps better costs";
	made = rank_levels_make(&levels, &cores, &places, &joined->between, &joined->within);
	rates->levels = made > 0 ? &levels : NULL;
	free(each);
	return made < 0 ? made : 0;
}
