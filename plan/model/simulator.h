/* The simulator: how long a schedule takes on a machine of links with start-up and rate. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_MODEL_SIMULATOR_H
#define PLAN_MODEL_SIMULATOR_H

#include "plan/model/machine.h"
#include "plan/schedule.h"

struct simulation {
	double synchronous;  /* seconds: sum over steps of beta + tau * largest packet */
	double asynchronous; /* seconds: each packet as soon as its bytes, its link and the ports of
				both ends are free, each node in its own order */
};

/* Ports and duplex are the schedule's problem's. 0 or -ENOMEM. */
int schedule_simulate(const struct schedule *schedule, const struct machine *machine,
	struct simulation *simulation);

/* The synchronous time alone, in one pass over the packets. */
double schedule_synchronous(const struct schedule *schedule, const struct machine *machine);

/* When each packet starts and ends in the asynchronous simulation, in the order of the schedule's
 * packets: two arrays of that length. 0 or -ENOMEM. */
int schedule_clock(
	const struct schedule *schedule, const struct machine *machine, double *start, double *end);

#endif
