/* Paced teams: what is chosen and predicted for links of given times. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LIBRARY_PACED_PLANS_H
#define LIBRARY_PACED_PLANS_H

#include "library/library_internal.h"
#include "plan/model/simulator.h"
#include "runtime/paced/pace.h"

/* False for a team without a pace. */
bool pace_of(const struct team *team, struct grove_pace *pace);

/* What choices assume: of a network with such links; of a team. */
struct rates pace_rates(const struct grove_pace *pace, const struct network *net);
int team_rates(struct rates *rates, const struct team *team);

/* What such links cost, as if it had been measured. */
struct link_costs pace_costs(const struct grove_pace *pace);

/* How long the plan takes on such links, by the simulator, with all packets of all nodes. 0, -EINVAL
 * or -ENOMEM with why. */
int plan_simulate(const struct grove_plan *plan, size_t bytes, int root,
	const struct grove_pace *pace, struct simulation *simulation);

#endif
