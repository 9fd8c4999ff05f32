/* Calibrates the links between ranks, by messages of a team in rounds of all sizes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_MPI_LINK_ROUNDS_H
#define TOOL_MPI_LINK_ROUNDS_H

#include "mpi/mpi_hosts.h"

/* Measures the links between the ranks of MPI_COMM_WORLD as teams use the links, at several times,
 * and fills in the messages of the table. All ranks call this function, and get the same times.
 * Returns 0; -EIO with why: the times cannot be true; or -errno of a team. */
int link_rounds(struct rank_table *table, const struct mpi_hosts *hosts);

#endif
