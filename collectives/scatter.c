/* Scatter, one-to-all personalized communication, and gather, its reverse. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "collectives/registry.h"
#include "collectives/tree_schedule.h"
#include "collectives/transforms.h"
#include "collectives/discipline.h"
#include "plan/stream.h"

/* Johnsson & Ho 1986, section 5, tables 7-9. n-port: reverse breadth first, the farthest nodes'
 * blocks leave first, and all arrive in the last step. One-port: each edge carries once all that
 * lies behind it, in the order of dimensions, or in turn where there are none; along a path, packet
 * after packet, the farthest first. */
static int scatter_hops(struct plan **plan, const struct problem *problem)
{
	enum timing timing;
	int error = discipline_timing(&timing, problem);

	return error ? error : tree_scatter_evenly(plan, problem, timing);
}

/* Cut into packets, what goes through a port of the root follows on without a gap. */
static int finish(struct plan **plan, const struct problem *problem, int error)
{
	bool alone = problem->ports < SENDRECV; /* a node on a path receives, then sends */

	error = plan_finish(plan, error);
	if (!error && discipline_streams(problem)) {
		error = plan_stream(*plan, alone ? 2 : 1);
		if (error)
			plan_free(*plan);
	}
	return error;
}

int build_scatter(struct plan **plan, const struct problem *problem)
{
	int error = scatter_hops(plan, problem);

	return error ? error : finish(plan, problem, 0);
}

int build_gather(struct plan **plan, const struct problem *problem)
{
	int error = scatter_hops(plan, problem);

	return error ? error : finish(plan, problem, plan_reverse(*plan, GATHER));
}

/* All-to-all personalized communication: every node scatters (Johnsson & Ho 1986, section 7). In
 * the order of dimensions the SBT's becomes the exchange of halves, dimension by dimension. */
int build_alltoall(struct plan **plan, const struct problem *problem)
{
	int error = scatter_hops(plan, problem);

	return error ? error : plan_finish(plan, plan_complete(*plan, ALLTOALL));
}
