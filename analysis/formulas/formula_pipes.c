/* The steps of pipelined schedules, by the number of packets. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis/formulas/formula_steps.h"

static int n_of(const struct network *net)
{
	return net->digits;
}

double pipe_tree(const struct problem *problem, double packets)
{
	return packets + n_of(&problem->net) - 1;
}

double pipe_path(const struct problem *problem, double packets)
{
	return packets + problem->net.nodes - 2;
}

double pipe_path_alternating(const struct problem *problem, double packets)
{
	return 2 * packets + problem->net.nodes - 3;
}

double pipe_nesbt(const struct problem *problem, double packets)
{
	int n = n_of(&problem->net);
	long rounds = ((long)packets + n - 1) / n;

	return (double)rounds + n;
}

double pipe_nesbt_labels(const struct problem *problem, double packets)
{
	return packets + n_of(&problem->net);
}

double pipe_nesbt_alternating(const struct problem *problem, double packets)
{
	return 2 * packets + n_of(&problem->net) - 1;
}

double pipe_digits(const struct problem *problem, double packets)
{
	return packets * problem->net.ports;
}

double pipe_sbnt_turns(const struct problem *problem, double packets)
{
	return (packets + 1) * n_of(&problem->net) - 2;
}

double pipe_tree_both(const struct problem *problem, double packets)
{
	return packets + 2 * n_of(&problem->net) - 1;
}

double pipe_path_both(const struct problem *problem, double packets)
{
	return packets + 2 * problem->net.nodes - 3;
}

double pipe_sbt_both_turns(const struct problem *problem, double packets)
{
	return (2 * n_of(&problem->net) - 1) * packets + 1;
}

double pipe_sbt_both_single(const struct problem *problem, double packets)
{
	return 2 * n_of(&problem->net) * packets;
}

static int links_of_way(const struct problem *problem)
{
	return network_distance(&problem->net, problem->root, problem->destination);
}

double pipe_way(const struct problem *problem, double packets)
{
	int links = links_of_way(problem);

	return links ? packets + links - 1 : 0;
}

double pipe_way_alternating(const struct problem *problem, double packets)
{
	int links = links_of_way(problem);

	return links > 1 ? 2 * packets + links - 2 : links * packets;
}

double pipe_paths(const struct problem *problem, double packets)
{
	int n = n_of(&problem->net);
	long rounds = ((long)packets + n - 1) / n;

	return (double)rounds + problem->net.nodes - 2;
}

double pipe_tcbt(const struct problem *problem, double packets)
{
	return 2 * packets + 2 * n_of(&problem->net) - 4;
}

/* On a square no node has two children and a parent. */
double pipe_tcbt_alternating(const struct problem *problem, double packets)
{
	int n = n_of(&problem->net);

	return n == 2 ? 2 * packets : 3 * packets + 2 * n - 5;
}
