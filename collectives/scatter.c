/* Builds scatter, gather as its reverse, and all-to-all as every node's scatter. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "collectives/registry.h"
#include "collectives/tree_schedule.h"
#include "collectives/transforms.h"
#include "collectives/discipline.h"
#include "plan/stream.h"

/* Johnsson & Ho 1986, section 5, tables 7-9. n-port: reverse breadth first, the blocks of the
 * farthest nodes leave first, and all blocks arrive in the last step. One-port: each edge carries
 * the blocks of all nodes below it together, in the order of dimensions, or in turn if there are no
 * dimensions; along a path, packet after packet, the farthest first. */
static int scatter_hops(struct plan **plan, const struct problem *problem)
{
	enum timing timing;
	int error = discipline_timing(&timing, problem);

	return error ? error : tree_scatter_evenly(plan, problem, timing);
}

/* Lets packets through a port of the root follow one another without a gap. */
static int finish(struct plan **plan, const struct problem *problem, int error)
{
	bool alone = problem->ports < SENDRECV; /* a node on a path receives, then sends */

	error = plan_finish(plan, error);
	if (error || !discipline_streams(problem))
		return error;
	return plan_kept(plan, plan_stream(*plan, alone ? 2 : 1));
}

int build_scatter(struct plan **plan, const struct problem *problem)
{
	int error = scatter_hops(plan, problem);

	return error ? error : finish(plan, problem, plan_towards(*plan, problem->collective));
}

/* Builds all-to-all personalized communication: every node scatters (Johnsson & Ho 1986, section
 * 7). In the order of dimensions the scatter along the SBT becomes the exchange of halves,
 * dimension by dimension. */
int build_alltoall(struct plan **plan, const struct problem *problem)
{
	return plan_by_every_node(plan, problem, scatter_hops);
}
