/* Builds collectives round the rings of a torus, dimension by dimension. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include "collectives/registry.h"
#include "collectives/discipline.h"
#include "collectives/transforms.h"
#include "topology/networks/kinds.h"

/* In phase i each node passes on, round its ring of dimension i, the blocks of the node before. A
 * ring of k nodes takes k - 1 steps. In phase i a block stands for all blocks of the phases before,
 * so that the torus k_n x .. x k_1 takes the sum of k_i - 1 start-ups, and the volume of N - 1
 * blocks. A node sends and receives one packet at a time. On a ring this is the ring allgather
 * (Thakur, Rabenseifner & Gropp 2005, section 4). */

int applies_to_rings(const struct network *net)
{
	return net->kind == &kind_ring || net->kind == &kind_torus ? 0 : -EINVAL;
}

/* Adds the hops of node 0's block in the ring of dimension i, from all nodes that have the
 * block. */
static int add_phase(struct plan *plan, int i, int begin)
{
	const struct network *net = &plan->problem.net;
	int place = net->place[i], port = network_port_to(net, 0, place), error = 0;

	for (int v = 0; v < place; v++)
		for (int t = 0; t < net->radix[i] - 1 && !error; t++)
			error = plan_add(plan, (struct hop){ .time = begin + t,
						       .from = v + t * place,
						       .port = (uint16_t)port });
	return error;
}

static int rings_hops(struct plan **plan, const struct problem *problem)
{
	struct problem own = *problem;
	int begin = 0, error = discipline_none(problem);

	own.collective = BROADCAST;
	if (!error)
		error = plan_new(plan, &own, 1);
	if (error)
		return error;
	for (int i = 0; i < problem->net.dimension && problem->net.ports && !error; i++) {
		error = add_phase(*plan, i, begin);
		begin += problem->net.radix[i] - 1;
	}
	return plan_kept(plan, error ? error : plan_sort(*plan));
}

int build_rings(struct plan **plan, const struct problem *problem)
{
	return plan_by_every_node(plan, problem, rings_hops);
}
