/* Scatter, one-to-all personalized communication, and gather, its reverse. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "collectives/collective.h"
#include "collectives/frames.h"
#include "collectives/moves.h"

/* Johnsson & Ho 1986, section 5, tables 7-9. n-port: reverse breadth first, the farthest nodes'
 * blocks leave first, and all arrive in the last step. One-port: each edge carries once all that
 * lies behind it, in the order of dimensions, or in turn where there are none; along a path, packet
 * after packet, the farthest first. */
static int deal(struct plan **plan, const struct problem *problem)
{
	bool path = !strcmp(problem->algorithm, "brg") || !strcmp(problem->algorithm, "nrbrg");
	enum timing usual = problem->ports == ALL || path		? FARTHEST_FIRST
			    : problem->net.ports == problem->net.digits ? BY_LABEL
									: BY_TURN;
	enum timing timing;
	int error = timing_of(&timing, problem, usual);

	if (!error)
		error = frame_deal(plan, problem, timing);
	return error;
}

int build_scatter(struct plan **plan, const struct problem *problem)
{
	int error = deal(plan, problem);

	return error ? error : plan_finish(plan, 0);
}

int build_gather(struct plan **plan, const struct problem *problem)
{
	int error = deal(plan, problem);

	return error ? error : plan_finish(plan, plan_reverse(*plan, GATHER));
}

/* All-to-all personalized communication: every node scatters (Johnsson & Ho 1986, section 7). In
 * the order of dimensions the SBT's becomes the exchange of halves, dimension by dimension. */
int build_alltoall(struct plan **plan, const struct problem *problem)
{
	enum timing usual =
		problem->ports == ALL ? FARTHEST_FIRST : one_port_timing(problem, FARTHEST_FIRST);
	enum timing timing;
	int error = timing_of(&timing, problem, usual);

	if (!error)
		error = frame_deal(plan, problem, timing);
	return error ? error : plan_finish(plan, plan_complete(*plan, ALLTOALL));
}
