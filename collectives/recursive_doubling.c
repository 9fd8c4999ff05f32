/* Builds all-reduce by recursive doubling: whole vectors are exchanged, a dimension at a time. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include "base/error.h"
#include "collectives/registry.h"
#include "collectives/tree_schedule.h"

/* After step i both ends of a link of dimension i have the sum over i + 1 dimensions: n steps of M
 * (Thakur, Rabenseifner & Gropp 2005, section 4), the fewest start-ups, for small vectors. Sums
 * are the same at both ends, bit by bit, because folds are commutative. With radices above two the
 * orders would differ, so networks of such radices have no such plan. */

int applies_to_radices_of_two(const struct network *net)
{
	for (int i = 0; i < net->digits; i++)
		if (net->radix[i] > 2)
			return -EINVAL;
	return net->digits ? 0 : -EINVAL;
}

/* A node that sent after a fold would send its partner the partner's own share. */
int serves_doubling(const struct problem *problem)
{
	if (problem->ports == SINGLE || problem->duplex == HALF)
		return why(EINVAL,
			"allreduce doubling: both directions of a link at once, so ports "
			"exchange or looser, and duplex full");
	return 0;
}

/* With radix 2 each digit has one port: port i crosses dimension i. */
int build_doubling(struct plan **plan, const struct problem *problem)
{
	const struct network *net = &problem->net;
	int error = plan_new(plan, problem, 1);

	if (error)
		return error;
	for (int v = 0; v < net->nodes; v++)
		for (int port = 0; port < net->ports && !error; port++)
			error = plan_add(*plan, (struct hop){ .time = port,
							.from = v,
							.port = (uint16_t)port,
							.fold = 1 });
	return plan_finish(plan, error ? error : plan_sort(*plan));
}
