/* Chooses and predicts plans for paced teams, whose links have given times. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LIBRARY_PACED_PLANS_H
#define LIBRARY_PACED_PLANS_H

#include "library/library_internal.h"
#include "plan/model/simulator.h"
#include "runtime/paced/pace.h"

/* Gets the team's pace. Returns false for a team without a pace. */
bool pace_of(const struct team *team, struct grove_pace *pace);

/* Return the rates that choices assume for a network with paced links, and for a team. */
struct rates pace_rates(const struct grove_pace *pace, const struct network *net);
int team_rates(struct rates *rates, const struct team *team);

/* Returns the machine of a team with several nodes in a process (rank_levels.h); NULL: all links
 * cost the same. */
const struct machine *team_levels(const struct team *team);

/* Predicts how long the plan takes on paced links: the simulator runs all packets of all nodes.
 * Returns 0, -EINVAL or -ENOMEM with why. */
int plan_simulate(const struct grove_plan *plan, size_t bytes, int root,
	const struct grove_pace *pace, struct simulation *simulation);
int plan_simulate_on(const struct grove_plan *plan, size_t bytes, int root,
	const struct machine *machine, struct simulation *simulation);

#endif
