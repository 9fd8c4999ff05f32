/* Finds the costs of links between ranks: kept by a calibration, or measured now. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef MPI_MPI_LINKS_H
#define MPI_MPI_LINKS_H

#include "library/wired.h"
#include "mpi/mpi_hosts.h"

struct mpi_links {
	struct mpi_hosts hosts;
	enum rank_cores cores; /* of the rank that has the worst */
	struct grove_wired_between between;
};

/* All ranks of the communicator call this function, and get the same costs: the costs of the first
 * rank's file, or of measured messages. A single rank has no costs. Returns an error of MPI. */
int mpi_links_open(struct mpi_links *links, MPI_Comm comm);
void mpi_links_close(struct mpi_links *links);

/* Writes the name and version of the MPI, without a line's end. */
void mpi_links_name(char name[MPI_NAME]);

#endif
