/* What the tests of collectives share: all problems that there are on some networks. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TESTS_COLLECTIVE_HELP_H
#define TESTS_COLLECTIVE_HELP_H

#include "analysis/named_permutations.h"
#include "collectives/registry.h"
#include "tests/plan_help.h"

enum {
	HELP_NODES = 64
};

/* A permutation without structure, or the reversal where that is none. */
static inline void odd_permutation(int *permutation, int nodes)
{
	for (int v = 0; v < nodes; v++)
		permutation[v] = (v * 7 + 3) % nodes;
	if (permutation_check(permutation, nodes))
		for (int v = 0; v < nodes; v++)
			permutation[v] = nodes - 1 - v;
}

/* The problem but for its algorithm and its models. */
static inline struct problem bare_problem(
	const char *network, enum collective collective, int permutation[HELP_NODES])
{
	struct problem problem = problem_of(network, collective);

	assert_in_range(problem.net.nodes, 1, HELP_NODES);
	problem.destination = problem.net.nodes * 2 / 3;
	odd_permutation(permutation, problem.net.nodes);
	problem.permutation = collective == PERMUTE ? permutation : NULL;
	return problem;
}

/* Calls for every port model and duplex that the algorithm has. */
static inline void for_models(struct problem *problem, void (*check)(const struct problem *problem))
{
	for (int model = 0; model < 8; model++) {
		problem->ports = (enum ports)(model / 2);
		problem->duplex = (enum duplex)(model % 2);
		if (!algorithm_serves(problem))
			check(problem);
	}
}

/* Calls for every algorithm that serves the problem, under all models. */
static inline void for_algorithms(
	struct problem *problem, void (*check)(const struct problem *problem))
{
	for (int a = 0;
		!algorithm_name_at(problem->algorithm, problem->collective, &problem->net, a); a++)
		if (!algorithm_serves(problem))
			for_models(problem, check);
}

/* Calls for the algorithms that are for one permutation, with that one. */
static inline void for_own_permutations(
	struct problem *problem, void (*check)(const struct problem *problem))
{
	for (int a = 0;
		!algorithm_name_at(problem->algorithm, problem->collective, &problem->net, a); a++)
		if (algorithm_serves(problem)) {
			const char *own = algorithm_of(problem)->permutation;

			MUST(permutation_named(
				problem->permutation, &problem->net, own ? own : "inversion"));
			assert_int_equal(algorithm_serves(problem), 0);
			for_models(problem, check);
			odd_permutation(problem->permutation, problem->net.nodes);
		}
}

/* Calls for every collective, algorithm, port model and duplex that there is there. */
static inline void for_problems(
	const char *const *networks, int count, void (*check)(const struct problem *problem))
{
	int permutation[HELP_NODES];

	for (int i = 0; i < count; i++)
		for (int c = 0; c < COLLECTIVES; c++) {
			struct problem problem =
				bare_problem(networks[i], (enum collective)c, permutation);

			for_algorithms(&problem, check);
			if (c == PERMUTE)
				for_own_permutations(&problem, check);
		}
}

#endif
