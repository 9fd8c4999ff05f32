/* Schedules on a machine of levels: nodes are carried out by cores, which do one thing at a time. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_MODEL_CORE_SIMULATOR_H
#define PLAN_MODEL_CORE_SIMULATOR_H

#include "plan/model/simulator.h"

/* Both times on a machine that has levels; start and end of each packet's way, in the order of the
 * schedule's packets, where they are not NULL. The schedule is of all nodes, not a view: links of one
 * port cost differently. 0; -EINVAL for a view; -ENOMEM. */
int schedule_on_cores(const struct schedule *schedule, const struct machine *machine,
	struct simulation *simulation, double *start, double *end);

/* Seconds that no schedule for the problem beats on a machine that has levels, whatever its links and
 * ports: by what cores must copy, by what must enter and leave each domain, and by the way across
 * the outermost level. */
double problem_bound_on_cores(
	const struct problem *problem, size_t bytes, const struct machine *machine);

/* Whether the buffers of all nodes are more than all the machine's last-level caches hold. */
bool machine_beyond_caches(
	const struct machine *machine, const struct problem *problem, size_t bytes);

#endif
