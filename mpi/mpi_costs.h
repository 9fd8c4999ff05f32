/* Measures the times of links between ranks. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef MPI_MPI_COSTS_H
#define MPI_MPI_COSTS_H

#include "library/wired.h"
#include "mpi/mpi_hosts.h"

/* Finds the start-up in seconds and the seconds for each byte, by messages between two ranks of the
 * same host and between two ranks of different hosts, and tells all ranks. tau is 0 for links that
 * do not exist. Returns an error of MPI. */
int mpi_costs(MPI_Comm comm, const struct mpi_hosts *hosts, struct grove_wired_between *between);

/* Broadcasts as MPI_Bcast does, to ranks that sleep until then. Returns an error of MPI. */
int mpi_tell_sleepers(void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm);

#endif
