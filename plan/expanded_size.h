/* Bulk: how many packets and pieces a bound plan has, and the memory that they take, known before any is made. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_BULK_H
#define PLAN_BULK_H

#include "plan/schedule.h"

/* Of all nodes; never more than there are, so that nothing that fits is refused. */
struct bulk {
	double packets, pieces;
	double bytes; /* over all links */
};

/* 0, or -EINVAL with why: the binding is wrong. */
int bulk_of(struct bulk *bulk, const struct plan *plan, const struct binding *binding);
struct bulk bulk_of_schedule(const struct schedule *schedule);

/* Whether the packets of so many nodes can be listed as a schedule: all, or one that stands for all. 0, -EINVAL, or
 * -ENOMEM with the least packet that fits, or a network that does. */
int bulk_lists(const struct plan *plan, const struct binding *binding, int nodes);

/* Whether a team's memory holds the programs of all nodes, with the scratch of what they pass on, and
 * `more` bytes of buffers. 0, or -ENOMEM as above. */
int bulk_runs(
	const struct plan *plan, const struct binding *binding, bool by_reference, double more);
int bulk_runs_schedule(const struct schedule *schedule, double more);

#endif
