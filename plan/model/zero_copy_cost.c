/* Decides if zero-copy forwarding pays, and computes the cost of its meeting. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "plan/semantics.h"
#include "plan/model/zero_copy_cost.h"

/* The meeting goes up, down, or both (lower_zero_copy.c). Each way takes a crossing between threads
 * and the packets of all nodes. */
double zero_copy_meeting(const struct problem *problem, const struct rates *rates)
{
	int ways = collective_rooted(problem->collective) ? 1 : 2;
	double packet = rates->packet > 0 ? rates->packet : rates->beta;

	return ways * (rates->beta + problem->net.nodes * packet / rates->threads);
}

/* Returns the bytes over all links, without binding the plan. */
static double bytes_sent(const struct plan *plan, size_t bytes)
{
	return (double)plan->round.transmissions / (double)plan_units(plan) * (double)bytes;
}

/* Returns true if zero-copy is possible and does not overload a node. A block that is copied only
 * once causes no more memory traffic than a block that is copied at every hop. However, if all
 * nodes read the same block, a core for each node is too many readers of a single memory, and
 * copies spread the load. */
static bool may_refer(const struct plan *plan, const struct rates *rates)
{
	const struct problem *problem = &plan->problem;
	enum collective collective = problem->collective;
	bool for_all = collective_kind(collective)->after == AT_ALL;

	return !collective_folds(collective) && collective_has_bytes(collective) &&
	       problem->net.ports < problem->net.nodes - 1 && /* some paths have several hops */
	       (!for_all || rates->threads < problem->net.nodes);
}

/* The time of copies is the time of the bytes that cross all links: bytes in transit are read once
 * more than with zero-copy, and a node's copy of its own bytes delays the nodes that follow. This
 * rule was tried on two cores with 4 to 64 nodes, from 8 bytes on, and chose the slower way only
 * where both ways are nearly equal. */
bool zero_copy_pays(const struct plan *plan, size_t bytes, const struct rates *rates)
{
	return may_refer(plan, rates) &&
	       bytes_sent(plan, bytes) * rates->tau >= zero_copy_meeting(&plan->problem, rates);
}

bool zero_copy_used(const struct plan *plan, size_t bytes, const struct rates *rates)
{
	enum collective collective = plan->problem.collective;

	if (rates->forward == FORWARD_AUTO)
		return zero_copy_pays(plan, bytes, rates);
	return rates->forward == FORWARD_REFERENCE && collective_has_bytes(collective) &&
	       !collective_folds(collective);
}
