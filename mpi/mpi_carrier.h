/* The carrier that sends and receives messages by an MPI library. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef MPI_MPI_CARRIER_H
#define MPI_MPI_CARRIER_H

#include <mpi.h>
#include "mpi/mpi_hosts.h"
#include "runtime/wire/carrier.h"

/* Ranks under SimGrid's MPI are not processes, and the ranks' time passes in calls of MPI alone. */
#ifdef SMPI_H
enum {
	SIMULATED_RANKS = 1
};
#else
enum {
	SIMULATED_RANKS = 0
};
#endif

/* Opens a carrier over duplicates of the communicator. All processes of the communicator call this
 * function. Returns 0, or -errno with grove_why(). */
int mpi_carrier_open(struct carrier **carrier, MPI_Comm comm, const struct mpi_hosts *hosts);

#endif
