/* Port overlap simulates a machine on which the ports of a node wait for one another in part. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_MODEL_PORT_OVERLAP_H
#define PLAN_MODEL_PORT_OVERLAP_H

#include "plan/model/simulator.h"

/* In each step the ports of a node take t_1 .. t_p, each the longer of its two directions. The node
 * takes the longest of these times, plus the machine's `serial` share of the other times. In the
 * synchronous time a step takes as long as the slowest node. In the asynchronous time only the two
 * nodes of a packet wait for each other, and each node takes its steps one by one. Returns 0 or
 * -ENOMEM. */
int schedule_in_turns(const struct schedule *schedule, const struct machine *machine,
	struct simulation *simulation);

#endif
