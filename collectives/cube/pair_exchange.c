/* Builds exchanges of a pair of nodes on a cube: a send there and a send back. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include "base/error.h"
#include "collectives/registry.h"
#include "collectives/tree_schedule.h"
#include "collectives/transforms.h"
#include "collectives/discipline.h"

/* Stout & Wagar 1990: O.C. SEND uses links only in the direction away from the sender, so a send
 * from the opposite corner uses the other direction (section 3). No lane of ARBITRARY SEND 3 has a
 * link in the direction of a lane of the send back (section 4). So an exchange takes as long as a
 * send. As a permutation the exchange swaps the slices of two nodes and leaves all others in
 * place. */

/* Finds the pair that a permutation exchanges. Returns false if the permutation does anything
 * else. */
static bool find_pair(const struct problem *problem, int pair[2])
{
	int moved = 0;

	for (int v = 0; v < problem->net.nodes; v++) {
		if (problem->permutation[v] == v)
			continue;
		if (moved == 2)
			return false;
		pair[moved++] = v;
	}
	return moved == 2;
}

int serves_a_pair(const struct problem *problem)
{
	int pair[2];

	if (!problem->permutation || find_pair(problem, pair))
		return 0;
	return why(EINVAL,
		"permute %s: is for an exchange of two nodes, swap:A,B; permuted-send serves all "
		"permutations",
		problem->algorithm);
}

int serves_corners(const struct problem *problem)
{
	int pair[2], last = problem->net.nodes - 1;

	if (!problem->permutation || (find_pair(problem, pair) && (pair[0] ^ pair[1]) == last))
		return 0;
	return why(EINVAL,
		"permute %s: is for an exchange of two opposite corners of a cube; "
		"arbitrary-exchange serves any two nodes",
		problem->algorithm);
}

/* Adds the plan of the send, which is for root 0, with all nodes translated by `from`: the way of
 * the slice of `from`. */
static int add_way(struct plan *plan, const struct plan *send, int from)
{
	int error = 0;

	for (size_t i = 0; i < send->hops && !error; i++) {
		struct hop hop = send->hop[i];

		hop.from = network_translate(&plan->problem.net, from, hop.from);
		hop.block = (uint32_t)from;
		error = plan_add(plan, hop);
	}
	return error;
}

static int exchange(struct plan **plan, const struct problem *problem,
	int (*build)(struct plan **plan, const struct problem *problem))
{
	struct problem one = *problem;
	struct plan *send;
	int pair[2], error = discipline_none(problem);

	if (!error && (!problem->permutation || !find_pair(problem, pair)))
		error = why(
			EINVAL, "permute %s: needs an exchange of two nodes", problem->algorithm);
	if (error)
		return error;
	one.collective = SEND;
	one.ports = ALL;
	one.duplex = FULL;
	one.permutation = NULL;
	one.root = pair[0];
	one.destination = pair[1];
	error = build(&send, &one);
	if (error)
		return error;
	*plan = NULL;
	error = plan_new(plan, problem, send->parts);
	if (error) {
		plan_free(send);
		return error;
	}
	if (send->cut)
		error = plan_cut(*plan, send->cut);
	for (int i = 0; i < 2 && !error; i++)
		error = add_way(*plan, send, pair[i]);
	plan_free(send);
	error = plan_finish(plan, error ? error : plan_sort(*plan));
	if (!error)
		error = plan_kept(plan, plan_pipeline(*plan));
	if (!error)
		(*plan)->asynchronous = problem->ports == ALL && problem->duplex == FULL;
	return error;
}

int build_corner_exchange(struct plan **plan, const struct problem *problem)
{
	return exchange(plan, problem, build_ocsend4);
}

int build_arbitrary_exchange(struct plan **plan, const struct problem *problem)
{
	return exchange(plan, problem, build_arbitrary3);
}
