/* Finds which ranks are on the same host, and the cores that a rank has. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef MPI_MPI_HOSTS_H
#define MPI_MPI_HOSTS_H

#include <mpi.h>
#include <stdbool.h>
#include "plan/costs/rank_costs.h"

struct mpi_hosts {
	int ranks, count;
	int *of; /* the host of each rank, numbered from 0 in the order of the ranks */
	MPI_Comm beside; /* the ranks of this host */
	/* The sum of the shares of the cores that this rank may use: a core that k ranks of the
	 * host may use counts 1 / k. */
	double cores;
};

/* All ranks of the communicator call this function. Ranks that can share memory are on the same
 * host. Returns an error of MPI. */
int mpi_hosts_open(struct mpi_hosts *hosts, MPI_Comm comm);
void mpi_hosts_close(struct mpi_hosts *hosts);

/* Finds two ranks, far from each other, with such a link. Returns false if there is none. */
bool mpi_hosts_pair(const struct mpi_hosts *hosts, enum rank_link link, int pair[2]);

#endif
