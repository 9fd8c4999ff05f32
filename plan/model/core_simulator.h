/* Simulates schedules on a machine with levels, where each core does one thing at a time. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_MODEL_CORE_SIMULATOR_H
#define PLAN_MODEL_CORE_SIMULATOR_H

#include "plan/model/simulator.h"

/* Computes both times on a machine that has levels, and the start and end of each packet in the
 * order of the schedule's packets unless `start` and `end` are NULL. The schedule must have the
 * packets of all nodes, because links of the same port have different costs. Returns 0, -EINVAL for
 * a view, or -ENOMEM. */
int schedule_on_cores(const struct schedule *schedule, const struct machine *machine,
	struct simulation *simulation, double *start, double *end);

#endif
