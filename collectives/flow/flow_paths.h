/* Paths: from a flow in a time-expanded network to the hops of a scatter. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef COLLECTIVES_FLOW_FLOW_PATHS_H
#define COLLECTIVES_FLOW_FLOW_PATHS_H

#include "collectives/flow/time_expanded_flow.h"
#include "plan/plan.h"

/* Takes the flow apart in paths, each of which brings its units to the node where it ends: a new
 * plan for SCATTER whose blocks have `parts` parts, the units. Empties the expansion. 0 or -ENOMEM. */
int flow_paths_plan(struct plan **plan, const struct problem *problem, struct expanded_flow *e, int parts);

#endif
