/* Lets the ranks of a communicator agree on an error, and compare what they were given. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include "library/wired.h"
#include "mpi/mpi_agree.h"

static int refuse(void)
{
	return grove_wired_refuse(-EIO, "the ranks could not compare what they were given");
}

int mpi_confer(MPI_Comm comm, int error)
{
	struct {
		int error;
		char line[512];
	} first = { error, "" };
	int rank;

	MPI_Comm_rank(comm, &rank);
	rank = error ? rank : INT_MAX;
	if (MPI_Allreduce(MPI_IN_PLACE, &rank, 1, MPI_INT, MPI_MIN, comm))
		return refuse();
	if (rank == INT_MAX)
		return 0;
	snprintf(first.line, sizeof first.line, "%s", grove_why());
	MPI_Bcast(&first, sizeof first, MPI_BYTE, rank, comm);
	return grove_wired_refuse(first.error, first.line);
}

int mpi_compare(MPI_Comm comm, uint64_t value, const char *line)
{
	int64_t pair[2] = { (int64_t)value, ~(int64_t)value };

	if (MPI_Allreduce(MPI_IN_PLACE, pair, 2, MPI_INT64_T, MPI_MIN, comm))
		return refuse();
	return pair[0] == ~pair[1] ? 0 : grove_wired_refuse(-EINVAL, line);
}
