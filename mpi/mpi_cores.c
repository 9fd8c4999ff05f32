/* Counts the cores that a rank has; a core that several ranks may use counts in shares. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <sched.h>
#include <stdlib.h>
#include "mpi/mpi_cores.h"

enum {
	CPUS = CPU_SETSIZE
};

/* Each process of the machine tells the cores that the process may use, and gets the sum of the
 * shares of these cores. */
int mpi_cores(MPI_Comm comm, double *cores)
{
	int *users = calloc(2 * CPUS, sizeof *users), *mine = users + CPUS, error;
	MPI_Comm machine = MPI_COMM_NULL;
	cpu_set_t usable;

	*cores = 0;
	if (!users)
		return MPI_ERR_NO_MEM;
	CPU_ZERO(&usable);
	sched_getaffinity(0, sizeof usable, &usable);
	for (int c = 0; c < CPUS; c++)
		users[c] = mine[c] = CPU_ISSET(c, &usable) != 0;
	error = MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
	if (!error)
		error = MPI_Allreduce(MPI_IN_PLACE, users, CPUS, MPI_INT, MPI_SUM, machine);
	for (int c = 0; c < CPUS && !error; c++)
		*cores += mine[c] ? 1.0 / users[c] : 0;
	if (machine != MPI_COMM_NULL)
		MPI_Comm_free(&machine);
	free(users);
	return error;
}
