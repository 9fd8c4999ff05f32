/* Makes the ranks of MPI_COMM_WORLD a group of processes that measure together. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <limits.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include "base/error.h"
#include "base/hash.h"
#include "grove_mpi.h"
#include "mpi/mpi_agree.h"
#include "mpi/mpi_carrier.h"
#include "mpi/mpi_costs.h"
#include "mpi/mpi_links.h"
#include "perf/timing/process_group.h"
#include "tool/mpi/link_rounds.h"
#include "tool/mpi/ranks.h"
#include "tool/output/diagnostics.h"

static struct process_group group;
static struct mpi_links links;
static bool any_order;

int ranks_own(void)
{
	int rank;

	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	return rank;
}

int ranks_count(void)
{
	int ranks;

	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	return ranks;
}

bool ranks_have_same_words(int count, char *const *word)
{
	uint64_t hash = HASH_BEGIN;

	for (int i = 0; i < count; i++)
		hash = hash_bytes(hash, word[i], strlen(word[i]) + 1);
	return !mpi_compare(MPI_COMM_WORLD, hash, "");
}

static int confer(int error)
{
	return mpi_confer(MPI_COMM_WORLD, error);
}

static int open_team(struct grove_team **team, const struct grove_team_options *options)
{
	return grove_mpi_open(team, MPI_COMM_WORLD,
		&(struct grove_mpi_options){ .team = *options, .any_order = any_order });
}

static int calibrate(struct rank_table *table)
{
	mpi_links_name(table->mpi);
	table->cores = links.cores;
	return link_rounds(table, &links.hosts);
}

void ranks_warn(void)
{
	struct grove_wired_between between;
	char name[MPI_NAME];

	mpi_links_name(name);
	if (!group.number && grove_wired_kept(&between, name, (int)links.cores))
		say(STATUS_DONE, "%s; the links are measured instead", why_text());
}

/* Returns how many threads a rank gets where ranks share the cores of a machine: in all ranks the
 * same number. */
static int cores_of_rank(double cores)
{
	int least = cores < 1 ? 1 : cores > INT_MAX / 2 ? INT_MAX / 2 : (int)(cores + 1e-6);

	MPI_Allreduce(MPI_IN_PLACE, &least, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
	return least;
}

int ranks_join(const struct rank_options *options)
{
	int error;

	group = (struct process_group){
		.open = open_team, .confer = confer, .calibrate = calibrate
	};
	group.rival = options->beside ? &mpi_rival : NULL;
	any_order = options->any_order;
	group.simulated = rank_time();
	group.number = ranks_own();
	group.count = ranks_count();
	if (group.count == 1)
		return 0;
	error = mpi_links_open(&links, MPI_COMM_WORLD);
	group.cores = cores_of_rank(SIMULATED_RANKS ? 1 : links.hosts.cores);
	group.between = links.between;
	group.host_of = links.hosts.of;
	if (!group.number)
		grove_wired_within(&group.within);
	if (!error)
		error = MPI_Bcast(&group.within, sizeof group.within, MPI_BYTE, 0, MPI_COMM_WORLD);
	process_group_join(&group);
	return error;
}

int ranks_follow(int status)
{
	mpi_tell_sleepers(&status, 1, MPI_INT, 0, MPI_COMM_WORLD);
	return status;
}
