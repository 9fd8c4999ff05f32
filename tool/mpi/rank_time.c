/* Reads the time of ranks that SimGrid simulates, and lets the ranks begin at the same instant. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <mpi.h>
#include <time.h>
#include "mpi/mpi_carrier.h"
#include "tool/mpi/ranks.h"

/* The lead, in multiples of the time in which all ranks hear of the last rank. Two such times pass
 * before the instant is known. */
static const double TIMES = 8;

static double seconds(void)
{
	return MPI_Wtime();
}

/* A sleep is simulated, too, and takes whole nanoseconds: instants differ by less than a
 * nanosecond. */
static void together(void)
{
	double mine = MPI_Wtime(), last = 0, took = 0, rest;
	struct timespec nap = { 0 };

	MPI_Allreduce(&mine, &last, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
	mine = MPI_Wtime() - last;
	MPI_Allreduce(&mine, &took, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
	rest = last + TIMES * took - MPI_Wtime();
	rest = rest > 0 ? rest : 0;
	nap.tv_sec = (time_t)rest;
	nap.tv_nsec = (long)((rest - (double)nap.tv_sec) * 1e9);
	nanosleep(&nap, NULL);
}

const struct simulated_time *rank_time(void)
{
	static const struct simulated_time time = { seconds, together };

	return SIMULATED_RANKS ? &time : NULL;
}
