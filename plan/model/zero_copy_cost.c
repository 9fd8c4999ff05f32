/* Decides whether blocks are forwarded by reference, and tells what that takes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "plan/semantics.h"
#include "plan/model/zero_copy_cost.h"

/* The meeting goes up and down or one of them (reference.c), once across threads, and all nodes' packets. */
double zero_copy_meeting(const struct problem *problem, const struct rates *rates)
{
	int ways = collective_rooted(problem->collective) ? 1 : 2;
	double packet = rates->packet > 0 ? rates->packet : rates->beta;

	return ways * (rates->beta + problem->net.nodes * packet / rates->threads);
}

int zero_copy_reads(const struct problem *problem, int v)
{
	uint64_t own;
	int blocks = semantics_output_blocks(problem, v);

	if (collective_in_output(problem->collective))
		return v != problem->root && nodes_have(semantics_after(problem, 0), v);
	return blocks - (blocks && semantics_own_block(problem, v, &own));
}

/* Bytes over all links, without binding the plan. */
static double bytes_sent(const struct plan *plan, size_t bytes)
{
	return (double)plan->round.transmissions / (double)plan_units(plan) * (double)bytes;
}

/* A block whose bytes move once loads no memory more than one that is copied at every hop. But what all
 * nodes read lies in one place: with a core for each node it is copies that spread the load. */
static bool may_refer(const struct plan *plan, const struct rates *rates)
{
	const struct problem *problem = &plan->problem;
	enum collective collective = problem->collective;
	bool for_all = collective_kind(collective)->after == AT_ALL;

	return !collective_folds(collective) && collective_has_bytes(collective) &&
	       problem->net.ports < problem->net.nodes - 1 && /* there are ways of several hops */
	       (!for_all || rates->threads < problem->net.nodes);
}

/* Copies take as long as the bytes that cross all links: bytes in transit are read once more than by
 * reference, and those that a node needs itself hold up the nodes behind it. On two cores, with 4 to 64
 * nodes and from 8 bytes on, this chose the slower of the two only near where they are equal. */
bool zero_copy_pays(const struct plan *plan, size_t bytes, const struct rates *rates)
{
	return may_refer(plan, rates) &&
	       bytes_sent(plan, bytes) * rates->tau >= zero_copy_meeting(&plan->problem, rates);
}
