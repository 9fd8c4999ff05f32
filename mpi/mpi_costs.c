/* Measures the time of a link between two ranks. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include "mpi/mpi_costs.h"

/* The least time of several rounds: what disturbs a round makes it longer. */
enum {
	ROUNDS = 20,
	LARGE = 256 << 10
};

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

	MPI_Comm_rank(comm, &rank);
	MPI_Comm_size(comm, &size);
	*least = 1;
	if (rank != 0 && rank != size - 1)
		return 0;
	for (int k = 0; k < ROUNDS && !error; k++) {
		double begun = MPI_Wtime(), spent;

		error = round_trip(comm, buffer, bytes, rank, size - 1);
		spent = (MPI_Wtime() - begun) / 2;
		*least = spent < *least ? spent : *least;
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
		error = MPI_Bcast(least, 2, MPI_DOUBLE, 0, comm);
	*beta = least[0];
	*tau = least[1] > least[0] ? (least[1] - least[0]) / LARGE : 1e-12;
	return error;
}
