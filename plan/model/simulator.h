/* The simulator computes the time of a schedule on a machine of links with start-up and rate. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_MODEL_SIMULATOR_H
#define PLAN_MODEL_SIMULATOR_H

#include "plan/costs/machine.h"
#include "plan/schedule.h"

struct simulation {
	double synchronous; /* seconds: the sum over steps of beta + tau * largest packet */
	/* seconds: each packet starts as soon as its bytes, its link and the ports of both ends are
	 * free, and each node does its packets in its own order */
	double asynchronous;
};

/* Computes both times with the port model and the duplex of the schedule's problem. Returns 0 or
 * -ENOMEM. */
int schedule_simulate(const struct schedule *schedule, const struct machine *machine,
	struct simulation *simulation);

/* Returns only the synchronous time, in a single pass over the packets. */
double schedule_synchronous(const struct schedule *schedule, const struct machine *machine);

/* Computes the start and the end of each packet in the asynchronous simulation: two arrays in the
 * order of the schedule's packets. Returns 0 or -ENOMEM. */
int schedule_clock(
	const struct schedule *schedule, const struct machine *machine, double *start, double *end);

#endif
