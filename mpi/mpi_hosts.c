/* Finds which ranks are on the same host, and the cores that a rank has. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <sched.h>
#include <stdlib.h>
#include "mpi/mpi_hosts.h"

/* The first rank of a host stands for the host. MPI_Allgather would do, but SimGrid's sends a
 * message from each rank to each, which takes the simulator minutes for 256 ranks. */
static int find_hosts(struct mpi_hosts *hosts, MPI_Comm comm)
{
	int first, own, error;

	MPI_Comm_rank(comm, &own);
	first = own;
	hosts->of = calloc((size_t)hosts->ranks, sizeof *hosts->of);
	if (!hosts->of)
		return MPI_ERR_NO_MEM;
	error = MPI_Bcast(&first, 1, MPI_INT, 0, hosts->beside);
	hosts->of[own] = first;
	if (!error)
		error = MPI_Allreduce(
			MPI_IN_PLACE, hosts->of, hosts->ranks, MPI_INT, MPI_MAX, comm);
	for (int r = 0; r < hosts->ranks && !error; r++)
		hosts->of[r] = hosts->of[r] == r ? hosts->count++ : hosts->of[hosts->of[r]];
	return error;
}

/* Each process of the host tells the cores that the process may use, and gets the sum of the
 * shares of these cores. */
static int find_cores(struct mpi_hosts *hosts)
{
	int *users = calloc(2 * CPU_SETSIZE, sizeof *users), *mine = users + CPU_SETSIZE, error;
	cpu_set_t usable;

	if (!users)
		return MPI_ERR_NO_MEM;
	CPU_ZERO(&usable);
	sched_getaffinity(0, sizeof usable, &usable);
	for (int c = 0; c < CPU_SETSIZE; c++)
		users[c] = mine[c] = CPU_ISSET(c, &usable) != 0;
	error = MPI_Allreduce(MPI_IN_PLACE, users, CPU_SETSIZE, MPI_INT, MPI_SUM, hosts->beside);
	for (int c = 0; c < CPU_SETSIZE && !error; c++)
		hosts->cores += mine[c] ? 1.0 / users[c] : 0;
	free(users);
	return error;
}

int mpi_hosts_open(struct mpi_hosts *hosts, MPI_Comm comm)
{
	int error;

	*hosts = (struct mpi_hosts){ .beside = MPI_COMM_NULL };
	MPI_Comm_size(comm, &hosts->ranks);
	error = MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &hosts->beside);
	if (!error)
		error = find_hosts(hosts, comm);
	return error ? error : find_cores(hosts);
}

void mpi_hosts_close(struct mpi_hosts *hosts)
{
	if (hosts->ranks && hosts->beside != MPI_COMM_NULL)
		MPI_Comm_free(&hosts->beside);
	free(hosts->of);
	*hosts = (struct mpi_hosts){ 0 };
}

bool mpi_hosts_pair(const struct mpi_hosts *hosts, enum rank_link link, int pair[2])
{
	bool same = link == SAME_HOST;

	if (hosts->count == (same ? hosts->ranks : 1))
		return false;
	for (pair[0] = 0; pair[0] < hosts->ranks; pair[0]++)
		for (pair[1] = hosts->ranks - 1; pair[1] > pair[0]; pair[1]--)
			if ((hosts->of[pair[0]] == hosts->of[pair[1]]) == same)
				return true;
	return false;
}
