/* Makes the hops of a scatter from a flow in a time-expanded network. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef COLLECTIVES_FLOW_FLOW_PATHS_H
#define COLLECTIVES_FLOW_FLOW_PATHS_H

#include "collectives/flow/time_expanded_flow.h"
#include "plan/plan.h"

/* Takes the flow apart into paths, each of which brings units to the node where the path ends. The
 * result is a new plan for SCATTER whose blocks have `parts` parts: the units. Empties the
 * expansion. Returns 0 or -ENOMEM. */
int flow_paths_plan(
	struct plan **plan, const struct problem *problem, struct expanded_flow *e, int parts);

#endif
