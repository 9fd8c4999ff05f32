/* Measures the time of a link between two ranks. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef MPI_MPI_COSTS_H
#define MPI_MPI_COSTS_H

#include <mpi.h>

/* Finds the start-up in seconds and the seconds for each byte, by messages between the first rank and
 * the last, and tells all ranks. tau is 0 for a single rank. Returns an error of MPI. */
int mpi_costs(MPI_Comm comm, double *beta, double *tau);

#endif
