/* Bulk: how many packets and pieces a bound plan has, and the memory that they take, known before any is made. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_EXPANDED_SIZE_H
#define PLAN_EXPANDED_SIZE_H

#include "plan/schedule.h"

/* Of all nodes; never more than there are, so that nothing that fits is refused. */
struct expanded_size {
	double packets, pieces;
	double bytes; /* over all links */
};

/* 0, or -EINVAL with why: the binding is wrong. */
int expanded_size_of(struct expanded_size *bulk, const struct plan *plan, const struct binding *binding);
struct expanded_size expanded_size_of_schedule(const struct schedule *schedule);

/* Whether the packets of so many nodes can be listed as a schedule: all, or one that stands for all. 0, -EINVAL, or
 * -ENOMEM with the least packet that fits, or a network that does. */
int expanded_size_lists(const struct plan *plan, const struct binding *binding, int nodes);

/* Whether a team's memory holds the programs of all nodes, with the scratch of what they pass on, and
 * `more` bytes of buffers. 0, or -ENOMEM as above. */
int expanded_size_runs(
	const struct plan *plan, const struct binding *binding, bool by_reference, double more);
int expanded_size_runs_schedule(const struct schedule *schedule, double more);

#endif
