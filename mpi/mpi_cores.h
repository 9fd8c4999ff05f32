/* Counts the cores that a rank has. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef MPI_MPI_CORES_H
#define MPI_MPI_CORES_H

#include <mpi.h>

/* Each rank gets the sum of the shares of the cores that the rank may use: a core that k ranks of
 * the machine may use counts 1 / k. All ranks of the communicator call this function. Returns an
 * error of MPI. */
int mpi_cores(MPI_Comm comm, double *cores);

#endif
