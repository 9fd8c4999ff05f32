/* Finds the costs of links between ranks: kept by a calibration, or measured now. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <sched.h>
#include <string.h>
#include "mpi/mpi_carrier.h"
#include "mpi/mpi_costs.h"
#include "mpi/mpi_links.h"

static const double ROUNDING = 0.01; /* cores are sums of shares */

/* The text up to a comma or a line's end is name and version; the text after that tells how the MPI
 * was built. */
void mpi_links_name(char name[MPI_NAME])
{
	char text[MPI_MAX_LIBRARY_VERSION_STRING];
	int length = 0, kept = 0;

	if (MPI_Get_library_version(text, &length))
		length = 0;
	if (length > 0)
		length = (int)strcspn(text, ",\n");
	for (int i = 0; i < length && kept < MPI_NAME - 1; i++) {
		bool blank = text[i] <= ' ' || text[i] > '~';

		if (!blank || (kept && name[kept - 1] != ' '))
			name[kept++] = blank ? ' ' : text[i];
	}
	while (kept && name[kept - 1] == ' ')
		kept--;
	name[kept] = 0;
	if (!kept)
		strcpy(name, "unknown");
}

/* A rank that shares no core has all usable cores. */
static enum rank_cores kind_of(double cores)
{
	cpu_set_t usable;

	CPU_ZERO(&usable);
	sched_getaffinity(0, sizeof usable, &usable);
	if (cores < 1 - ROUNDING)
		return CORES_FEW;
	return cores < CPU_COUNT(&usable) - ROUNDING ? CORES_COMMON : CORES_OWN;
}

/* A link that no two ranks have must not count. Returns true if all other links have costs. */
static bool is_complete(const struct mpi_hosts *hosts, struct grove_wired_between *between)
{
	bool complete = true;
	int pair[2];

	for (int link = 0; link < RANK_LINKS; link++)
		if (mpi_hosts_pair(hosts, (enum rank_link)link, pair))
			complete &= between->tau[link] > 0;
		else
			between->beta[link] = between->tau[link] = 0;
	return complete;
}

/* A file that is wrong is as no file here: the command says why. Simulated ranks have the costs of
 * the platform. */
static int find_kept(struct mpi_links *links, MPI_Comm comm)
{
	int rank, kind = kind_of(links->hosts.cores);
	int error = MPI_Allreduce(MPI_IN_PLACE, &kind, 1, MPI_INT, MPI_MAX, comm);
	char name[MPI_NAME];

	links->cores = (enum rank_cores)kind;
	MPI_Comm_rank(comm, &rank);
	if (rank == 0 && !error) {
		mpi_links_name(name);
		grove_wired_kept(&links->between, name, kind);
	}
	if (!error)
		error = MPI_Bcast(&links->between, sizeof links->between, MPI_BYTE, 0, comm);
	return error;
}

/* Finds the number of cores of a host where ranks outnumber cores: the mean of all hosts. */
static int count_cores(struct mpi_links *links, MPI_Comm comm)
{
	double cores = links->hosts.cores;
	int error = MPI_Allreduce(MPI_IN_PLACE, &cores, 1, MPI_DOUBLE, MPI_SUM, comm);

	if (!error && cores < links->hosts.ranks - ROUNDING)
		links->between.cores = cores < 2 * links->hosts.count
					       ? 1
					       : (int)(cores / links->hosts.count + ROUNDING);
	return error;
}

int mpi_links_open(struct mpi_links *links, MPI_Comm comm)
{
	int error;

	links->between = (struct grove_wired_between){ 0 };
	error = mpi_hosts_open(&links->hosts, comm);
	if (!error && links->hosts.ranks > 1 && !SIMULATED_RANKS)
		error = find_kept(links, comm);
	if (!error && !is_complete(&links->hosts, &links->between))
		error = mpi_costs(comm, &links->hosts, &links->between);
	if (!error && links->hosts.ranks > 1 && !SIMULATED_RANKS)
		error = count_cores(links, comm);
	return error;
}

void mpi_links_close(struct mpi_links *links)
{
	mpi_hosts_close(&links->hosts);
}
