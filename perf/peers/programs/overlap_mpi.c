/* Measures the share of an MPI's collective that is hidden behind a computation, as
 * examples/overlap.c.
 *
 *	ninja programs && mpirun -n 2 build/programs/overlap_mpi [wait|test [bytes...]] */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <mpi.h>
#include <string.h>
#include "perf/peers/programs/told_time.h"

enum {
	TIMES = 41,
	LOOKS = 16,
	BATCH = 8,
	NOTHING = -1
};

static const char *const verbs[] = { "broadcast", "allreduce", "alltoall" };

static double *in, *out;
static int bytes, ranks, rank;

static double compute(size_t rounds)
{
	static double value = 1;
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

/* Written memory, because pages that nobody wrote would all be the same page of zeros. */
static double *memory(size_t size)
{
	double *memory = malloc(size);

	if (!memory)
		MPI_Abort(MPI_COMM_WORLD, 1);
	return memset(memory, 1, size);
}

static void begin(int verb, MPI_Request *request)
{
	if (verb == 0)
		MPI_Ibcast(out, bytes, MPI_BYTE, 0, MPI_COMM_WORLD, request);
	if (verb == 1)
		MPI_Iallreduce(in, out, bytes / (int)sizeof(double), MPI_DOUBLE, MPI_SUM,
			MPI_COMM_WORLD, request);
	if (verb == 2)
		MPI_Ialltoall(in, bytes, MPI_BYTE, out, bytes, MPI_BYTE, MPI_COMM_WORLD, request);
}

static void operate(int verb, size_t rounds, int looks)
{
	MPI_Request request = MPI_REQUEST_NULL;
	int done = 0;

	begin(verb, &request);
	for (int part = 0; part <= looks; part++) {
		compute(rounds / (size_t)(looks + 1));
		if (part < looks && verb != NOTHING && !done)
			MPI_Test(&request, &done, MPI_STATUS_IGNORE);
	}
	MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static double measure(int verb, size_t rounds, int looks)
{
	double time[TIMES], slowest;

	for (int t = 0; t < TIMES; t++) {
		MPI_Barrier(MPI_COMM_WORLD);
		time[t] = program_now();
		for (int k = 0; k < BATCH; k++)
			operate(verb, rounds, looks);
		time[t] = (program_now() - time[t]) / BATCH;
	}
	qsort(time, TIMES, sizeof *time, by_size);
	MPI_Allreduce(&time[TIMES / 2], &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
	return slowest;
}

static void measure_verb(int verb, int looks)
{
	const size_t probe = 200000;
	double alone = measure(verb, 0, 0), round = measure(NOTHING, probe, 0);
	size_t rounds = (size_t)(alone / round * (double)probe);
	double computed = measure(NOTHING, rounds, looks), both = measure(verb, rounds, looks);
	double shorter = alone < computed ? alone : computed;

	if (!rank)
		printf("%-10s %8d  alone %9.2f us  computing %9.2f us  both %9.2f us  "
		       "hidden %4.0f %%\n",
			verbs[verb], bytes, 1e6 * alone, 1e6 * computed, 1e6 * both,
			100 * (alone + computed - both) / shorter);
}

int main(int count, char **word)
{
	static const char *const usual[] = { "1024", "32768", "1048576" };
	int looks = count > 1 && !strcmp(word[1], "wait") ? 0 : LOOKS;
	int sizes = count > 2 ? count - 2 : 3;

	MPI_Init(&count, &word);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	for (int s = 0; s < sizes; s++) {
		bytes = (int)((strtoul(count > 2 ? word[2 + s] : usual[s], NULL, 10) + 7) / 8 * 8);
		in = memory((size_t)ranks * (size_t)bytes);
		out = memory((size_t)ranks * (size_t)bytes);
		for (int verb = 0; verb < 3; verb++)
			measure_verb(verb, looks);
		free(in);
		free(out);
	}
	MPI_Finalize();
	return 0;
}
