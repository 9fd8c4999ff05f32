/* Says what a plan is for: collective, algorithm, network, root and bytes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include "base/error.h"
#include "library/library_internal.h"

static const struct problem *problem_of(const struct grove_plan *plan, const char *function)
{
	if (plan)
		return &plan->problem;
	why(EINVAL, "%s: the plan is NULL", function);
	return NULL;
}

const char *grove_plan_algorithm(const struct grove_plan *plan)
{
	const struct problem *problem = problem_of(plan, __func__);

	return problem ? problem->algorithm : NULL;
}

const char *grove_plan_collective(const struct grove_plan *plan)
{
	const struct problem *problem = problem_of(plan, __func__);

	return problem ? collective_name(problem->collective) : NULL;
}

const char *grove_plan_network(const struct grove_plan *plan)
{
	const struct problem *problem = problem_of(plan, __func__);

	return problem ? problem->net.name : NULL;
}

int grove_plan_root(const struct grove_plan *plan)
{
	const struct problem *problem = problem_of(plan, __func__);

	return problem ? problem->root : -1;
}

size_t grove_plan_bytes(const struct grove_plan *plan)
{
	return problem_of(plan, __func__) && plan->schedule ? plan->schedule->bytes : 0;
}
