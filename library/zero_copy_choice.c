/* Chooses how a plan forwards a block: the bytes cross each link, or the receiver reads the source
 * (zero-copy). */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>
#include "base/error.h"
#include "base/surroundings.h"
#include "grove_measure.h"
#include "library/library_internal.h"
#include "plan/model/zero_copy_cost.h"

static const char *const names[] = {
	[FORWARD_COPY] = "copy", [FORWARD_REFERENCE] = "reference", [FORWARD_AUTO] = "auto"
};

const char *forward_name(enum forward forward)
{
	return names[forward];
}

int forward_named(enum forward *forward, const char *name)
{
	for (int i = FORWARD_COPY; i <= FORWARD_AUTO; i++)
		if (!strcmp(name, names[i])) {
			*forward = (enum forward)i;
			return 0;
		}
	return why(
		EINVAL, "'%s' is not a way to forward; there are copy, reference and auto", name);
}

int forward_asked(enum forward *forward, const char *name, enum collective collective, bool paced)
{
	int error = name ? forward_named(forward, name) : 0;

	if (!name)
		*forward = FORWARD_AUTO;
	if (error || *forward != FORWARD_REFERENCE || !(paced || collective_folds(collective)))
		return error;
	return why(EINVAL,
		"%s: by reference bytes are neither combined nor paced on their way; they are "
		"forwarded by copy",
		collective_name(collective));
}

enum forward plan_forward(const struct grove_plan *plan, size_t bytes)
{
	struct surroundings callers;
	bool pays;

	if (plan->forward != FORWARD_AUTO)
		return plan->forward;
	if (collective_folds(plan->problem.collective))
		return FORWARD_COPY;
	callers = surroundings_plain();
	pays = plan->plan && zero_copy_pays(plan->plan, bytes, &plan->rates);
	surroundings_restore(&callers);
	return pays ? FORWARD_REFERENCE : FORWARD_COPY;
}

const char *grove_plan_forward(const struct grove_plan *plan, size_t bytes)
{
	if (plan)
		return forward_name(plan_forward(plan, bytes));
	why(EINVAL, "grove_plan_forward: the plan is NULL");
	return NULL;
}
