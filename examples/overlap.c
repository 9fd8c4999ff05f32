/* Measures which share of a collective's time is hidden behind a computation of the same length.
 *
 *	cc overlap.c $(pkg-config --cflags --libs grove)
 *	./overlap [wait|test|helper [network [bytes...]]]
 *
 * Each node begins a collective, computes, and waits. With `test` the computation looks at the
 * request 16 times; with `helper` the team has a helper thread. For each collective the program
 * prints the times of the collective alone, of the computation alone, and of both; and the share
 * that is hidden, (collective + computation - both) / the shorter of the two. Nothing is hidden at
 * 0 %. A share below 0 % or above 100 % is a dash: both at once took longer than one after the
 * other, or the machine was busy at one of the measurements. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <grove.h>

enum {
	TIMES = 41, /* measurements, of which the median counts */
	LOOKS = 16,
	BATCH = 8 /* operations in a measurement */
};

static const char *const verbs[] = { "broadcast", "allreduce", "alltoall" };

struct task {
	size_t bytes;
	int looks;
};

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* A chain of operations in registers. */
static double compute(size_t rounds)
{
	static _Thread_local double value = 1;
	double x = value;

	for (size_t i = 0; i < rounds; i++)
		x = x * 0.999999 + 1e-7;
	return value = x;
}

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* One operation with that many rounds of computation, in parts between which the node looks. */
static int operate(
	struct grove_node *me, const struct grove_operation *operation, size_t rounds, int looks)
{
	struct grove_request *request = NULL;
	int error = operation ? grove_start(me, operation, &request) : 0, done = 0;

	for (int part = 0; part <= looks && !error; part++) {
		compute(rounds / (size_t)(looks + 1));
		if (part < looks && request && !done)
			error = grove_test(&request, &done);
	}
	return error ? error : grove_wait(&request);
}

/* The median time of an operation on the slowest node. */
static int measure(struct grove_node *me, const struct grove_operation *operation, size_t rounds,
	int looks, double *seconds)
{
	double time[TIMES], median;
	int error = 0;

	for (int t = 0; t < TIMES && !error; t++) {
		error = grove_barrier(me);
		time[t] = now();
		for (int k = 0; k < BATCH && !error; k++)
			error = operate(me, operation, rounds, looks);
		time[t] = (now() - time[t]) / BATCH;
	}
	if (error)
		return error;
	qsort(time, TIMES, sizeof *time, by_size);
	median = time[TIMES / 2];
	return grove_allreduce(me, &median, seconds, 1, GROVE_F64, GROVE_MAX);
}

static int measure_verb(
	struct grove_node *me, const char *verb, const struct task *task, const void *in, void *out)
{
	const size_t probe = 200000;
	struct grove_operation operation = {
		.verb = verb, .in = in, .out = out, .count = task->bytes, .type = GROVE_F64
	};
	double alone, computed, both, round, hidden;
	size_t rounds;
	int error;

	if (!strcmp(verb, "allreduce"))
		operation.count /= sizeof(double);
	error = measure(me, &operation, 0, 0, &alone);
	if (!error)
		error = measure(me, NULL, probe, 0, &round);
	if (error)
		return error;
	rounds = (size_t)(alone / round * (double)probe);
	error = measure(me, NULL, rounds, task->looks, &computed);
	if (!error)
		error = measure(me, &operation, rounds, task->looks, &both);
	if (error || grove_node_number(me))
		return error;
	hidden = 100 * (alone + computed - both) / (alone < computed ? alone : computed);
	printf("%-10s %8zu  alone %9.2f us  computing %9.2f us  both %9.2f us  hidden ", verb,
		task->bytes, 1e6 * alone, 1e6 * computed, 1e6 * both);
	if (hidden >= 0 && hidden <= 100)
		printf("%4.0f %%\n", hidden);
	else
		puts("   -");
	return 0;
}

static int body(struct grove_node *me, void *argument)
{
	const struct task *task = argument;
	size_t nodes = (size_t)grove_team_nodes(grove_node_team(me));
	double *in = malloc(nodes * task->bytes), *out = malloc(nodes * task->bytes);
	int error = in && out ? 0 : -1;

	if (!error) { /* pages that nobody wrote would all be the same page of zeros */
		memset(in, 1, nodes * task->bytes);
		memset(out, 1, nodes * task->bytes);
	}
	for (size_t k = 0; k < sizeof verbs / sizeof *verbs && !error; k++)
		error = measure_verb(me, verbs[k], task, in, out);
	free(in);
	free(out);
	return error;
}

int main(int count, char **word)
{
	const char *how = count > 1 ? word[1] : "test";
	struct grove_team_options options = { .threads = GROVE_NODES,
		.network = count > 2 ? word[2] : "gh:2",
		.helper = !strcmp(how, "helper") };
	static const char *const usual[] = { "1024", "32768", "1048576" };
	struct grove_team *team;
	int sizes = count > 3 ? count - 3 : 3, error = grove_team_open(&team, &options);

	for (int s = 0; s < sizes && !error; s++) {
		struct task task = { strtoull(count > 3 ? word[3 + s] : usual[s], NULL, 10),
			!strcmp(how, "test") ? LOOKS : 0 };

		task.bytes = (task.bytes + 7) / 8 * 8;
		error = grove_team_run(team, body, &task);
	}
	if (error)
		fprintf(stderr, "overlap: %s\n", grove_why());
	return error || grove_team_free(team);
}
