/* Measures the times of links between ranks. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>
#include "mpi/mpi_costs.h"

/* The least time of several rounds counts: a disturbance only makes a round longer. Where the ranks
 * share a core each round may take long, and a few rounds must do. */
enum {
	ROUNDS = 20,
	FEWEST = 4,
	LARGE = 256 << 10,
	NAP_NS = 200000,
	NAP_MOST_NS = 1000000
};
static const double ENOUGH = 20e-3; /* seconds */

/* Two ranks; the first asks. */
struct far {
	MPI_Comm comm;
	int rank, pair[2];
	char *buffer;
};

/* Sends the bytes to the other rank and back. */
static int round_trip(const struct far *far, int bytes)
{
	bool asks = far->rank == far->pair[0];
	int error = 0;

	for (int turn = 0; turn < 2 && !error; turn++)
		if ((turn == 0) == asks)
			error = MPI_Send(
				far->buffer, bytes, MPI_BYTE, far->pair[asks], 0, far->comm);
		else
			error = MPI_Recv(far->buffer, bytes, MPI_BYTE, far->pair[asks], 0,
				far->comm, MPI_STATUS_IGNORE);
	return error;
}

static int least_time(const struct far *far, int bytes, double *least)
{
	bool asks = far->rank == far->pair[0], more = true;
	double first = MPI_Wtime();
	int error = 0;

	*least = 1;
	if (!asks && far->rank != far->pair[1])
		return 0;
	for (int k = 0; k < ROUNDS && !error && more; k++) {
		double begun = MPI_Wtime(), spent;

		if (asks)
			far->buffer[0] = k + 1 < FEWEST ||
					 begun - first < ENOUGH; /* another round follows */
		error = round_trip(far, bytes);
		more = far->buffer[0];
		spent = (MPI_Wtime() - begun) / 2;
		*least = spent < *least ? spent : *least;
	}
	return error;
}

/* Ranks inside MPI would keep the cores busy. The longer it takes, the longer are the naps. */
int mpi_tell_sleepers(void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm)
{
	struct timespec nap = { 0, NAP_NS };
	MPI_Request request;
	int done = 0, error = MPI_Ibcast(buffer, count, type, root, comm, &request);

	while (!error && !done) {
		error = MPI_Test(&request, &done, MPI_STATUS_IGNORE);
		if (!error && !done)
			nanosleep(&nap, NULL);
		if (nap.tv_nsec < NAP_MOST_NS)
			nap.tv_nsec += NAP_NS / 100;
	}
	return error;
}

/* Where the long message seems no slower, the whole time of the long message is an upper bound. */
static int measure(const struct far *far, double *beta, double *tau)
{
	double least[2] = { 0, 0 };
	int error = least_time(far, 1, &least[0]);

	if (!error)
		error = least_time(far, LARGE, &least[1]);
	if (!error)
		error = mpi_tell_sleepers(least, 2, MPI_DOUBLE, far->pair[0], far->comm);
	*beta = least[0];
	*tau = (least[1] > least[0] ? least[1] - least[0] : least[1]) / LARGE;
	return error;
}

int mpi_costs(MPI_Comm comm, const struct mpi_hosts *hosts, struct grove_wired_between *between)
{
	struct far far = { .comm = comm, .buffer = calloc(1, LARGE) };
	int error = far.buffer ? 0 : MPI_ERR_NO_MEM;

	*between = (struct grove_wired_between){ 0 };
	MPI_Comm_rank(comm, &far.rank);
	for (int link = 0; link < RANK_LINKS && !error; link++)
		if (mpi_hosts_pair(hosts, (enum rank_link)link, far.pair))
			error = measure(&far, &between->beta[link], &between->tau[link]);
	free(far.buffer);
	return error;
}
