/* The expanded size of a bound plan is its number of packets and pieces, and their memory. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_LISTS_EXPANDED_SIZE_H
#define PLAN_LISTS_EXPANDED_SIZE_H

#include "plan/schedule.h"

/* The numbers for all nodes. No number is too large, so that no plan that fits is refused. */
struct expanded_size {
	double packets, pieces;
	double bytes; /* over all links */
};

/* Computes the expanded size before any packet is made. Returns 0, or -EINVAL with why: the binding
 * is wrong. */
int expanded_size_of(
	struct expanded_size *bulk, const struct plan *plan, const struct binding *binding);
struct expanded_size expanded_size_of_schedule(const struct schedule *schedule);

/* Checks that the packets of that many nodes can be listed as a schedule: all nodes, or a single
 * node that stands for all. Returns 0, -EINVAL, or -ENOMEM with the smallest packet that fits, or a
 * network that fits. */
int expanded_size_lists(const struct plan *plan, const struct binding *binding, int nodes);

/* Checks that the memory of a team has room for the programs of all nodes, with scratch for bytes
 * in transit, and for `more` bytes of buffers. Returns 0, or -ENOMEM as above. */
int expanded_size_runs(
	const struct plan *plan, const struct binding *binding, bool by_reference, double more);
int expanded_size_runs_schedule(const struct schedule *schedule, double more);

#endif
