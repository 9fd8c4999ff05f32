/* Builds allgather, reduce-scatter, all-reduce and barrier, by the broadcast of every node. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "collectives/registry.h"
#include "collectives/tree_schedule.h"
#include "collectives/transforms.h"
#include "collectives/discipline.h"

/* Makes the hops of the broadcast that every node does at once. Johnsson & Ho 1986, section 6,
 * tables 10-14: level by level with all ports, dimension by dimension with one port. In an
 * all-reduce node s's own slice is reduced to s, then spread from s, for every s at once. */
static int allgather_hops(struct plan **plan, const struct problem *problem)
{
	enum timing timing;
	int error = discipline_timing(&timing, problem);

	return error ? error : tree_broadcast_evenly(plan, problem, timing);
}

int build_allgather(struct plan **plan, const struct problem *problem)
{
	return plan_by_every_node(plan, problem, allgather_hops);
}

/* Builds COMPLETE BROADCAST, which is BROADCAST 2 by every node (Stout & Wagar 1990, section 6). In
 * step k every link carries a part of 2^k messages. */
int build_complete_broadcast(struct plan **plan, const struct problem *problem)
{
	struct problem own = *problem;
	int error = discipline_none(problem);

	strcpy(own.algorithm, "nrsbt");
	if (!error)
		error = tree_broadcast(plan, &own, BY_LABEL);
	return error ? error : plan_finish(plan, plan_complete(*plan, ALLGATHER));
}

/* Builds HISTOGRAM (Stout & Wagar 1990, section 8): recursive halving, along all n rotations of the
 * cube at once. That is the allgather along the nRSBT a dimension at a time, backwards. */
int build_histogram(struct plan **plan, const struct problem *problem)
{
	struct problem own = *problem;
	int error = discipline_check(problem);

	if (error)
		return error;
	strcpy(own.algorithm, "nrsbt");
	strcpy(own.order, own.ports == ALL ? "rotations" : "dimension");
	return build_allgather(plan, &own);
}
