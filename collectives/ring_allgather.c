/* Builds allgather and reduce-scatter round a Hamiltonian circuit that all nodes share. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/error.h"
#include "collectives/registry.h"
#include "collectives/tree_schedule.h"
#include "collectives/transforms.h"
#include "collectives/discipline.h"
#include "topology/hamiltonian_circuit.h"

/* Johnsson & Ho 1986, sections 6.1 and 8.4. In one direction a block follows the circuit for
 * N - 1 links, and in each step a node passes on the block of the step before. In both directions a
 * block goes half as far either way. Each node talks only with its two neighbours on the circuit.
 * So if a node may use a single link at a time, the links of an even circuit take turns, in two
 * colours. In both directions:
 *
 *	time 0  c_0 <> c_1   c_2 <> c_3   ..     own blocks, exchanged
 *	time 1  c_1 <> c_2   c_3 <> c_4   ..     the own block and the block from time 0
 *	time 2  c_0 <> c_1   c_2 <> c_3   ..     the two blocks that came at time 1
 *
 * A block that has to wait for its first link is from then on batched with the neighbour's block,
 * and goes a link less. So there are N/2 steps, and with one port no schedule has less volume:
 * (N - 1) M. */

struct circuit_ring {
	struct plan *plan;
	int *node; /* in the order of the circuit */
	bool both_ways, in_turn;
};

/* Returns when the first link of a block's way is free for the block. */
static int begin_of(const struct circuit_ring *ring, int start, int direction)
{
	return ring->in_turn ? (start + (direction < 0)) % 2 : 0;
}

/* Returns how many links a block follows in a direction. A way that begins later is shorter. */
static int length_of(const struct circuit_ring *ring, int start, int direction)
{
	int links = ring->plan->problem.net.nodes - 1;
	bool longer = ring->in_turn ? !begin_of(ring, start, direction) : direction > 0;

	if (!ring->both_ways)
		return direction > 0 ? links : 0;
	return (links + longer) / 2;
}

/* Adds the links that a block follows in one direction. */
static int add_way(struct circuit_ring *ring, int start, int direction)
{
	const struct network *net = &ring->plan->problem.net;
	int nodes = net->nodes, place = start, error = 0;
	int begin = begin_of(ring, start, direction), length = length_of(ring, start, direction);

	for (int k = 0; k < length && !error; k++) {
		int next = (place + direction + nodes) % nodes, from = ring->node[place];
		int port = network_port_to(net, from, ring->node[next]);

		error = plan_add(ring->plan, (struct hop){ .time = begin + k,
						     .from = from,
						     .block = (uint32_t)ring->node[start],
						     .port = (uint16_t)port });
		place = next;
	}
	return error;
}

static int fill(struct circuit_ring *ring)
{
	int error = 0;

	for (int i = 0; i < ring->plan->problem.net.nodes && !error; i++) {
		error = add_way(ring, i, 1);
		if (!error)
			error = add_way(ring, i, -1);
	}
	return error ? error : plan_sort(ring->plan);
}

/* Builds a plan written out for every node: a translation maps the circuit to another circuit. */
static int build(struct plan **plan, const struct problem *problem, bool both_ways)
{
	const size_t nodes = (size_t)problem->net.nodes;
	struct problem own = *problem;
	enum ports enough = both_ways ? ALL : SENDRECV;
	struct circuit_ring ring = { .both_ways = both_ways,
		.in_turn = problem->ports < enough && nodes % 2 == 0 };
	int error = discipline_none(problem);

	own.collective = ALLGATHER;
	own.root = 0;
	if (!error)
		error = plan_new(&ring.plan, &own, 1);
	if (error)
		return error;
	error = plan_reserve(ring.plan, nodes * (nodes - 1));
	ring.node = malloc(nodes * sizeof *ring.node);
	if (!ring.node && !error)
		error = why(ENOMEM, "no memory for a Hamiltonian circuit of %s", problem->net.name);
	if (!error) {
		circuit_walk(&problem->net, ring.node);
		error = fill(&ring);
	}
	if (!error && problem->collective == REDUCESCATTER)
		error = plan_reverse(ring.plan, REDUCESCATTER);
	free(ring.node);
	*plan = ring.plan;
	return plan_finish(plan, error);
}

int build_ring(struct plan **plan, const struct problem *problem)
{
	return build(plan, problem, false);
}

int build_ring2(struct plan **plan, const struct problem *problem)
{
	return build(plan, problem, true);
}
