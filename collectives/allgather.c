/* Allgather, every node's broadcast at once, and what is made from it: reduce-scatter, its reverse;
 * all-reduce, one after the other; barrier, the same without bytes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "collectives/collective.h"
#include "collectives/frames.h"
#include "collectives/moves.h"

/* Johnsson & Ho 1986, section 6, tables 10-14: level by level with all ports; dimension by
 * dimension with one. */
static int spread(struct plan **plan, const struct problem *problem)
{
	enum timing usual = problem->ports == ALL ? BY_LEVEL : one_port_timing(problem, BY_LEVEL);
	enum timing timing;
	int error = timing_of(&timing, problem, usual);

	if (!error)
		error = frame_spread(plan, problem, timing);
	return error;
}

int build_allgather(struct plan **plan, const struct problem *problem)
{
	int error = spread(plan, problem);

	return error ? error : plan_finish(plan, plan_complete(*plan, ALLGATHER));
}

int build_reducescatter(struct plan **plan, const struct problem *problem)
{
	int error = spread(plan, problem);

	if (error)
		return error;
	error = plan_reverse(*plan, REDUCE);
	return plan_finish(plan, error ? error : plan_complete(*plan, REDUCESCATTER));
}

/* Node s's own slice is reduced to s, then spread from s; every node does so with its slice. */
int build_allreduce(struct plan **plan, const struct problem *problem)
{
	struct plan *back;
	int error = spread(&back, problem);

	if (error)
		return error;
	error = spread(plan, problem);
	if (!error) {
		error = plan_reverse(*plan, REDUCE);
		if (!error)
			error = plan_then(*plan, back);
		if (!error)
			error = plan_complete(*plan, ALLREDUCE);
		error = plan_finish(plan, error);
	}
	plan_free(back);
	return error;
}

/* News needs no parts and no bandwidth: one dimension at a time, fewest packets. */
int build_barrier(struct plan **plan, const struct problem *problem)
{
	enum timing timing;
	int error = timing_of(&timing, problem, one_port_timing(problem, BY_LEVEL));

	if (!error)
		error = frame_spread(plan, problem, timing);
	return error ? error : plan_finish(plan, plan_complete(*plan, BARRIER));
}
