/* Computes pi on grove's own threads: each node adds its part of the area under a curve.
 *
 *	cc own_team.c $(pkg-config --cflags --libs grove)
 *
 * SPMD: grove_team_run calls a function on every node at once, each in a thread of its own. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <grove.h>

#define STEPS (1 << 20)

/* The area under 4 / (1 + x^2) from 0 to 1; node v takes every N-th strip from the v-th on. */
static int body(struct grove_node *me, void *argument)
{
	int nodes = grove_team_nodes(grove_node_team(me)), node = grove_node_number(me);
	double part = 0, whole = 0, *result = argument;
	int error;

	for (int i = node; i < STEPS; i += nodes) {
		double x = (i + 0.5) / STEPS;

		part += 4 / (1 + x * x) / STEPS;
	}
	error = grove_allreduce(me, &part, &whole, 1, GROVE_F64, GROVE_SUM);
	if (node == 0)
		*result = whole; /* all nodes have the same bits */
	return error;
}

int main(void)
{
	struct grove_team *team;
	double pi = 0;

	if (grove_team_open(&team, &(struct grove_team_options){ .network = "cube:3" }) ||
		grove_team_run(team, body, &pi) || grove_team_free(team)) {
		fprintf(stderr, "own_team: %s\n", grove_why());
		return 1;
	}
	printf("pi is %.10f\n", pi);
	return fabs(pi - 3.14159265358979) < 1e-10 ? 0 : 1;
}
