/* Lets the ranks of a communicator agree on an error, and compare what they were given. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef MPI_MPI_AGREE_H
#define MPI_MPI_AGREE_H

#include <mpi.h>
#include <stdint.h>

/* All ranks of the communicator call these functions, and get the same answer: 0, or -errno with
 * grove_why(). */

/* Returns the error, with its line, of the first rank that comes with one. */
int mpi_confer(MPI_Comm comm, int error);

/* Returns -EINVAL with that line if the value differs between ranks. */
int mpi_compare(MPI_Comm comm, uint64_t value, const char *line);

#endif
