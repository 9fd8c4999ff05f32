/* Runs a collective in batches on a team of its own, pinned to a pair of cpus. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "base/error.h"
#include "library/microbenchmark.h"
#include "plan/semantics.h"

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static int run(struct worker *me, void *argument)
{
	enum {
		MOST = 16,
		WARM = 2,
		WARM_SMALL = 60 /* batches: a core that was idle is slow at first */
	};
	struct microbenchmark *t = argument;
	struct call call[MOST];
	int first = worker_first(me), error = 0;

	for (int i = 0; i < worker_nodes(me) && !error; i++)
		error = node_prepare(team_node(t->team, first + i), t->plan,
			t->buffers[first + i].in, t->buffers[first + i].out, t->bytes, &call[i]);
	for (int batch = t->operations > 1 ? -WARM_SMALL : -WARM; batch < t->batches && !error;
		batch++) {
		double begin = now();

		for (int i = 0; i < t->operations && !error; i++)
			error = worker_call(me, call);
		if (batch >= 0 && worker_number(me) == 0)
			t->seconds[batch] = (now() - begin) / t->operations;
	}
	return error;
}

/* Allocates all buffers and writes each page: the system maps all pages that were never written to
 * the same page. */
static int allocate(struct microbenchmark *t)
{
	const struct problem *problem = &t->plan->problem;
	size_t nodes = (size_t)problem->net.nodes, room = 0;
	unsigned char *at;

	for (int v = 0; v < problem->net.nodes; v++)
		room += (size_t)(semantics_input_blocks(problem, v) +
				 semantics_output_blocks(problem, v)) *
			t->bytes;
	t->buffers = calloc(nodes, sizeof *t->buffers);
	at = t->memory = malloc(room);
	if (!t->buffers || !t->memory)
		return why(ENOMEM, "no memory to measure a link: %zu bytes", room);
	memset(t->memory, 1, room);
	for (int v = 0; v < problem->net.nodes; v++) {
		bool one = problem->collective == BROADCAST;

		t->buffers[v].in = one ? NULL : at;
		if (!one)
			at += (size_t)semantics_input_blocks(problem, v) * t->bytes;
		t->buffers[v].out = at;
		at += (size_t)semantics_output_blocks(problem, v) * t->bytes;
	}
	return 0;
}

static int open_trial(struct microbenchmark *t, const int cpus[2])
{
	static const int across[2][8] = { { 1, 0 }, { 4, 5, 6, 7, 0, 1, 2, 3 } };
	const struct rates nothing = { .beta = 1e-7, .tau = 1e-10, .threads = t->threads };
	struct team_options options = {
		.threads = t->threads, .pin = "auto", .timeout = 10, .caller_waits = true
	};
	struct problem problem = { .collective = t->collective, .ports = ALL, .duplex = FULL };
	char pin[64];
	int error = network_open(&options.net, t->network);

	snprintf(pin, sizeof pin, "%d,%d", cpus[0], cpus[1]);
	if (t->threads > 1 && cpus[0] >= 0 && cpus[1] >= 0 && cpus[0] != cpus[1])
		options.pin = pin;
	problem.net = options.net;
	problem.permutation = collective_permutes(t->collective)
				      ? (int *)(uintptr_t)across[options.net.nodes == 8]
				      : NULL;
	snprintf(problem.algorithm, sizeof problem.algorithm, "%s", t->algorithm);
	if (!error)
		error = team_open(&t->team, &options);
	if (!error)
		error = library_attach(t->team);
	if (!error)
		error = plan_wrap_for(&t->plan, &problem, GROVE_F64, NULL, 0, t->bytes, &nothing);
	if (error)
		return error;
	t->plan->forward = FORWARD_COPY;
	return allocate(t);
}

int microbenchmark_run(struct microbenchmark *t, const int cpus[2])
{
	int error = open_trial(t, cpus);

	if (!error)
		error = team_dispatch(t->team, run, t);
	if (!error)
		qsort(t->seconds, (size_t)t->batches, sizeof *t->seconds, compare_doubles);
	grove_plan_free(t->plan);
	team_close(t->team);
	free(t->memory);
	free(t->buffers);
	return error;
}

double microbenchmark_usual(const struct microbenchmark *t)
{
	return t->seconds[t->batches / 4];
}
