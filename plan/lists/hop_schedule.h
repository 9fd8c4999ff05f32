/* Makes the schedule of a plan's hops, for a round or a turn, with a unit for a byte. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_LISTS_HOP_SCHEDULE_H
#define PLAN_LISTS_HOP_SCHEDULE_H

#include "plan/packet_walk.h"
#include "plan/schedule.h"

/* Returns the problem that the hops themselves solve, without limits of ports and of directions. */
struct problem problem_of_hops(const struct plan *plan);

/* Makes the schedule of the packets of the walk. Returns 0, or -ENOMEM with why. */
int schedule_of_hops(
	struct schedule **schedule, const struct plan *plan, struct packet_walk walk);

#endif
