/* Plans a collective of an application, and carries out the collective by the clock. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "apps/app_run.h"

bool run_by_copy(const struct app_run *run)
{
	return strcmp(run->forward, "reference") != 0;
}

/* Returns the bytes that come to their place from another node. A combined block comes from other
 * nodes, whatever node has it in the end. */
static double delivered(const struct grove_problem *problem, int nodes)
{
	double others = nodes - 1, blocks = 0;

	if (!strcmp(problem->collective, "alltoall") || !strcmp(problem->collective, "allgather"))
		blocks = nodes * others;
	else if (!strcmp(problem->collective, "gather"))
		blocks = others;
	else if (!strcmp(problem->collective, "reducescatter"))
		blocks = others ? nodes : 0;
	for (int v = 0; problem->permutation && v < nodes; v++)
		blocks += problem->permutation[v] != v;
	return blocks * (double)problem->bytes;
}

void run_open(struct app_run *run, struct app_session *s, const struct grove_problem *problem,
	const struct grove_buffers *buffers)
{
	*run = (struct app_run){ .collective = problem->collective,
		.bytes = problem->bytes,
		.buffers = buffers,
		.delivered = delivered(problem, s->nodes) };
	need(grove_plan_make(&run->plan, s->network, problem));
	snprintf(run->algorithm, sizeof run->algorithm, "%s", grove_plan_algorithm(run->plan));
	run->forward = grove_plan_forward(run->plan, run->bytes);
	if (run_by_copy(run))
		need(grove_plan_figures(run->plan, run->bytes, &run->figures));
	if (grove_predict(s->team, run->plan, run->bytes, &run->predicted))
		run->predicted = NAN;
}

void run_close(struct app_run *run)
{
	grove_plan_free(run->plan);
	run->plan = NULL;
}

double run_once(const struct app_run *run, struct app_session *s)
{
	double seconds;

	need(grove_team_time(s->team, run->plan, run->buffers, run->bytes, &seconds));
	return seconds;
}
