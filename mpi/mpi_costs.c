/* Measures the time of a link between two ranks. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>
#include "mpi/mpi_costs.h"

/* The least time of several rounds: what disturbs a round makes it longer. Where the ranks share a
 * core each round may take long, and a few rounds must do. */
enum {
	ROUNDS = 20,
	FEWEST = 4,
	LARGE = 256 << 10,
	NAP_NS = 200000
};
static const double ENOUGH = 20e-3; /* seconds */

/* Sends the bytes there and back. */
static int round_trip(MPI_Comm comm, char *buffer, int bytes, int rank, int last)
{
	int error = 0;

	for (int turn = 0; turn < 2 && !error; turn++)
		if ((turn == 0) == (rank == 0))
			error = MPI_Send(buffer, bytes, MPI_BYTE, last - rank, 0, comm);
		else
			error = MPI_Recv(
				buffer, bytes, MPI_BYTE, last - rank, 0, comm, MPI_STATUS_IGNORE);
	return error;
}

static int least_time(MPI_Comm comm, char *buffer, int bytes, double *least)
{
	int rank, size, error = 0;
	bool more = true;
	double first;

	MPI_Comm_rank(comm, &rank);
	MPI_Comm_size(comm, &size);
	*least = 1;
	if (rank != 0 && rank != size - 1)
		return 0;
	first = MPI_Wtime();
	for (int k = 0; k < ROUNDS && !error && more; k++) {
		double begun = MPI_Wtime(), spent;

		if (rank == 0)
			buffer[0] = k + 1 < FEWEST ||
				    begun - first < ENOUGH; /* another round follows */
		error = round_trip(comm, buffer, bytes, rank, size - 1);
		more = buffer[0];
		spent = (MPI_Wtime() - begun) / 2;
		*least = spent < *least ? spent : *least;
	}
	return error;
}

/* The other ranks sleep meanwhile: inside MPI they would keep the cores busy. */
static int tell(MPI_Comm comm, double *least)
{
	const struct timespec nap = { 0, NAP_NS };
	MPI_Request request;
	int done = 0, error = MPI_Ibcast(least, 2, MPI_DOUBLE, 0, comm, &request);

	while (!error && !done) {
		error = MPI_Test(&request, &done, MPI_STATUS_IGNORE);
		if (!error && !done)
			nanosleep(&nap, NULL);
	}
	return error;
}

int mpi_costs(MPI_Comm comm, double *beta, double *tau)
{
	double least[2] = { 0, 0 };
	char *buffer;
	int size, error;

	MPI_Comm_size(comm, &size);
	*beta = *tau = 0;
	if (size == 1)
		return 0;
	buffer = calloc(1, LARGE);
	error = buffer ? least_time(comm, buffer, 1, &least[0]) : MPI_ERR_NO_MEM;
	if (!error)
		error = least_time(comm, buffer, LARGE, &least[1]);
	free(buffer);
	if (!error)
		error = tell(comm, least);
	*beta = least[0];
	/* Where the long message seems no slower, its whole time is an upper bound. */
	*tau = (least[1] > least[0] ? least[1] - least[0] : least[1]) / LARGE;
	return error;
}
