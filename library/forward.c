/* Decides what crosses links on a block's way: its bytes, or word that they may be read. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>
#include "base/why.h"
#include "library/library.h"

static const char *const names[] = {
	[FORWARD_COPY] = "copy", [FORWARD_REFERENCE] = "reference", [FORWARD_AUTO] = "auto"
};

const char *forward_name(enum forward forward)
{
	return names[forward];
}

int forward_named(enum forward *forward, const char *name)
{
	for (int i = FORWARD_COPY; i <= FORWARD_AUTO; i++)
		if (!strcmp(name, names[i])) {
			*forward = (enum forward)i;
			return 0;
		}
	return why(EINVAL, "'%s' is no way to forward; there are copy, reference and auto", name);
}

/* What reference costs more than copy: the meeting, up and down or one of them (plan/reference.c), once
 * across threads, and all nodes' packets. */
static double meeting_time(const struct problem *problem, const struct rates *rates)
{
	int ways = collective_rooted(problem->collective) ? 1 : 2;
	double packet = rates->packet > 0 ? rates->packet : rates->beta;

	return ways * (rates->beta + problem->net.nodes * packet / rates->threads);
}

/* Bytes over all links, without binding the plan. */
static double bytes_sent(const struct plan *plan, size_t bytes)
{
	return (double)plan->round.transmissions / (double)plan_units(plan) * (double)bytes;
}

/* A block whose bytes move once loads no memory more than one that is copied at every hop. But what all
 * nodes read lies in one place: with a core for each node it is copies that spread the load. */
static bool may_refer(const struct grove_plan *plan)
{
	const struct problem *problem = &plan->problem;
	enum collective collective = problem->collective;
	bool for_all = collective == BROADCAST || collective == ALLGATHER;

	return plan->plan && !collective_folds(collective) && collective != BARRIER &&
	       problem->net.ports < problem->net.nodes - 1 && /* there are ways of several hops */
	       (!for_all || plan->rates.threads < problem->net.nodes);
}

/* Copies take as long as the bytes that cross all links: bytes in transit are read once more than by
 * reference, and those that a node needs itself hold up the nodes behind it. On two cores, with 4 to 64
 * nodes and from 8 bytes on, this chose the slower of the two only near where they are equal. */
enum forward plan_forward(const struct grove_plan *plan, size_t bytes)
{
	const struct rates *rates = &plan->rates;

	if (plan->forward != FORWARD_AUTO)
		return plan->forward;
	if (!may_refer(plan) ||
		bytes_sent(plan->plan, bytes) * rates->tau < meeting_time(&plan->problem, rates))
		return FORWARD_COPY;
	return FORWARD_REFERENCE;
}

const char *grove_plan_forward(const struct grove_plan *plan, size_t bytes)
{
	return forward_name(plan_forward(plan, bytes));
}
