/* Overlap: simulated times on a machine whose ports wait for one another in part. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_MODEL_PORT_OVERLAP_H
#define PLAN_MODEL_PORT_OVERLAP_H

#include "plan/model/simulator.h"

/* In each step a node whose ports take t_1 .. t_p, each the longer of its two directions, takes the
 * longest of them and the machine's `serial` share of the others. In the synchronous time a step
 * takes as long as its slowest node. In the other one a packet's two nodes wait for one another
 * alone, and each takes its steps one by one. 0 or -ENOMEM. */
int schedule_in_turns(const struct schedule *schedule, const struct machine *machine,
	struct simulation *simulation);

#endif
