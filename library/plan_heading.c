/* Says what a plan is for: collective, algorithm, network, root and bytes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include "base/error.h"
#include "library/library_internal.h"

void plan_entitle(struct grove_plan *plan)
{
	const struct problem *problem = &plan->problem;

	plan->heading =
		(struct grove_plan_heading){ .collective = collective_name(problem->collective),
			.algorithm = problem->algorithm,
			.network = problem->net.name,
			.root = problem->root,
			.bytes = plan->schedule ? plan->schedule->bytes : 0 };
}

const struct grove_plan_heading *grove_plan_heading(const struct grove_plan *plan)
{
	if (plan)
		return &plan->heading;
	why(EINVAL, "grove_plan_heading: the plan is NULL");
	return NULL;
}
