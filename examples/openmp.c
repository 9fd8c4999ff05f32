/* Finds the largest of many numbers on the caller's own OpenMP threads, which become grove's nodes.
 *
 *	cc -fopenmp openmp.c $(pkg-config --cflags --libs grove)
 *
 * A thread is a node from grove_attach to grove_detach, and may call all verbs in between. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <omp.h>
#include <grove.h>

#define NODES 4
#define COUNT 1000003

static int number(int i)
{
	return (int)(i * 12345LL % 1000033);
}

/* Finds the largest of every fourth number from the v-th on, at node v; `largest` is the largest of
 * all nodes' numbers. */
static int node_run(struct grove_team *team, int node, int *largest)
{
	struct grove_node *me;
	int mine = 0, error = grove_attach(team, node, &me);

	for (int i = node; i < COUNT; i += NODES)
		mine = number(i) > mine ? number(i) : mine;
	if (!error)
		error = grove_allreduce(me, &mine, largest, 1, GROVE_I32, GROVE_MAX);
	return error ? error : grove_detach(me);
}

int main(void)
{
	struct grove_team_options options = { .network = "cube:2", .threads = GROVE_CALLER };
	struct grove_team *team;
	int largest[NODES] = { 0 }, wrong = 0, expected = 0;

	if (grove_team_open(&team, &options)) {
		fprintf(stderr, "openmp: %s\n", grove_why());
		return 1;
	}
#pragma omp parallel num_threads(NODES) reduction(+ : wrong)
	{
		int node = omp_get_thread_num();

		if (node_run(team, node, &largest[node])) {
			fprintf(stderr, "openmp: %s\n", grove_why());
			wrong++;
		}
	}
	for (int i = 0; i < COUNT; i++)
		expected = number(i) > expected ? number(i) : expected;
	for (int v = 0; v < NODES; v++)
		wrong += largest[v] != expected;
	printf("the largest of %d numbers is %d\n", COUNT, largest[0]);
	return wrong || grove_team_free(team) ? 1 : 0;
}
