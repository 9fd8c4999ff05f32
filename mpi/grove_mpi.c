/* Opens teams over the ranks of a communicator. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "grove_measure.h"
#include "grove_mpi.h"
#include "library/wired.h"
#include "mpi/mpi_agree.h"
#include "mpi/mpi_carrier.h"
#include "mpi/mpi_links.h"

enum {
	LINE = 256,
	LARGEST = 4096 /* a larger size means that the memory was never set */
};

/* The values that the ranks compare and tell while a team is opened. */
struct opening {
	struct grove_wired wired;
	struct carrier *carrier;
	struct mpi_links links;
	MPI_Comm comm;
	int rank, ranks;
	bool any_order;
};

/* ---- Options ---- */

static int read_options(struct opening *o, const struct grove_mpi_options *options)
{
	struct grove_mpi_options own = { 0 };
	size_t size = options->size ? options->size : sizeof own;

	if (size < sizeof own || size > LARGEST)
		return grove_wired_refuse(
			-EINVAL, "struct grove_mpi_options: its size is 0, or sizeof the struct");
	for (size_t i = sizeof own; i < size; i++)
		if (((const unsigned char *)options)[i])
			return grove_wired_refuse(-EINVAL,
				"struct grove_mpi_options: a field is set that this version does "
				"not know");
	own = *options;
	o->wired.process_of = own.rank_of;
	o->any_order = own.any_order;
	return grove_wired_options(&o->wired.options, &own.team);
}

static uint64_t hash(uint64_t value, const void *bytes, size_t count)
{
	for (size_t i = 0; i < count; i++)
		value = (value ^ ((const unsigned char *)bytes)[i]) * 1099511628211u; /* FNV-1a */
	return value;
}

static const uint64_t HASH_BEGIN = UINT64_C(14695981039346656037);

static int same_everywhere(const struct opening *o, uint64_t value)
{
	return mpi_compare(o->comm, value,
		"grove_mpi_open: the ranks give different networks, timeouts, tables of nodes, or "
		"orders of folds");
}

/* Compares the network, the timeout, whether a table of places is given, and whether folds may be
 * in any order. */
static int same_options(const struct opening *o)
{
	const struct grove_team_options *t = &o->wired.options;
	const char *network = t->network ? t->network : "";
	uint64_t all = hash(HASH_BEGIN, network, strlen(network));
	int given = (o->wired.process_of != NULL) + 2 * o->any_order;

	all = hash(all, &t->timeout, sizeof t->timeout);
	return same_everywhere(o, hash(all, &given, sizeof given));
}

/* The open team knows the length of a table. */
static int same_table(const struct opening *o, const struct grove_team *team)
{
	const int *table = o->wired.process_of;

	if (!table)
		return 0;
	return same_everywhere(
		o, hash(HASH_BEGIN, table, (size_t)grove_team_nodes(team) * sizeof *table));
}

/* ---- MPI's threads ---- */

/* The team is open, and knows the number of threads. */
static int check_level(const struct opening *o, const struct grove_team *team)
{
	static const char *const names[] = { "MPI_THREAD_SINGLE", "MPI_THREAD_FUNNELED",
		"MPI_THREAD_SERIALIZED", "MPI_THREAD_MULTIPLE" };
	const int levels[] = { MPI_THREAD_SINGLE, MPI_THREAD_FUNNELED, MPI_THREAD_SERIALIZED,
		MPI_THREAD_MULTIPLE };
	int threads = grove_team_threads(team) + (o->wired.options.helper != 0), level, own, is = 0;
	char line[LINE];

	MPI_Query_thread(&level);
	MPI_Is_thread_main(&own);
	own = own || SIMULATED_RANKS; /* SimGrid says so of rank 0 alone */
	if (level >= MPI_THREAD_SERIALIZED || (threads == 1 && own))
		return 0;
	for (int k = 0; k < 4; k++)
		if (levels[k] == level)
			is = k;
	snprintf(line, sizeof line,
		threads == 1 ? "rank %d: %s, but this is not the thread that initialized MPI"
			     : "rank %d: %s is not enough for %d threads in a rank: ask "
			       "MPI_Init_thread for MPI_THREAD_SERIALIZED or _MULTIPLE",
		o->rank, names[is], threads);
	return grove_wired_refuse(-EINVAL, line);
}

/* ---- Opening ---- */

static int open_carrier(struct opening *o)
{
	int error;

	if (mpi_links_open(&o->links, o->comm))
		return grove_wired_refuse(-EIO, "grove_mpi_open: the links could not be measured");
	error = mpi_carrier_open(&o->carrier, o->comm, &o->links.hosts);
	if (error)
		return error;
	o->carrier->any_order = o->any_order;
	o->wired.carrier = o->carrier;
	o->wired.host_of = o->links.hosts.of;
	o->wired.between = o->links.between;
	return 0;
}

/* Choices go by the first rank's costs of links within ranks: all ranks must choose alike. The
 * table is not gathered: mpi_hosts.c has the reason. */
static int set_levels(const struct opening *o, struct grove_team *team)
{
	struct grove_wired_within within = { 0 };
	int *threads = calloc((size_t)o->ranks, sizeof *threads), error;

	error = mpi_confer(o->comm,
		threads ? 0 : grove_wired_refuse(-ENOMEM, "no memory for a list of ranks"));
	if (o->rank == 0)
		grove_wired_within(&within);
	if (!error)
		threads[o->rank] = grove_team_threads(team);
	if (!error &&
		(MPI_Bcast(&within, sizeof within, MPI_BYTE, 0, o->comm) ||
			MPI_Allreduce(MPI_IN_PLACE, threads, o->ranks, MPI_INT, MPI_MAX, o->comm)))
		error = grove_wired_refuse(
			-EIO, "grove_mpi_open: the ranks could not compare links");
	if (!error)
		error = mpi_confer(o->comm, grove_wired_levels(team, &o->wired, &within, threads));
	free(threads);
	return error;
}

/* Both ends of a link cut packets alike: by the least of the cores' own caches. */
static int set_bodies(const struct opening *o, struct grove_team *team)
{
	uint64_t bytes = grove_wired_bodies(team, SIZE_MAX);

	if (MPI_Allreduce(MPI_IN_PLACE, &bytes, 1, MPI_UINT64_T, MPI_MIN, o->comm))
		return grove_wired_refuse(
			-EIO, "grove_mpi_open: the ranks could not compare caches");
	grove_wired_bodies(team, (size_t)bytes);
	return 0;
}

static int open_everywhere(struct opening *o, struct grove_team **team)
{
	struct grove_team *opened = NULL;
	int own = grove_wired_open(&opened, &o->wired), error;
	char line[LINE];

	if (!own)
		own = check_level(o, opened);
	error = mpi_confer(o->comm, own);
	if (!error)
		error = same_table(o, opened);
	if (!error)
		error = set_levels(o, opened);
	if (!error)
		error = set_bodies(o, opened);
	if (!error) {
		*team = opened;
		return 0;
	}
	snprintf(line, sizeof line, "%s", grove_why());
	o->carrier->alone = true;
	if (opened)
		grove_team_free(opened);
	else if (!o->carrier->taken)
		o->carrier->close(o->carrier);
	return grove_wired_refuse(error, line);
}

static int open_over(
	struct grove_team **team, const struct grove_mpi_options *options, MPI_Comm comm)
{
	struct opening o = { .comm = comm };
	int error;

	MPI_Comm_rank(comm, &o.rank);
	MPI_Comm_size(comm, &o.ranks);
	error = mpi_confer(o.comm, read_options(&o, options));
	if (!error)
		error = same_options(&o);
	if (!error)
		error = mpi_confer(o.comm, open_carrier(&o));
	if (!error)
		error = open_everywhere(&o, team);
	mpi_links_close(&o.links);
	return error;
}

int grove_mpi_open(struct grove_team **team, MPI_Comm comm, const struct grove_mpi_options *options)
{
	MPI_Comm own;
	int error, ready = 0;

	if (team)
		*team = NULL;
	if (!team || !options)
		return grove_wired_refuse(
			-EINVAL, "grove_mpi_open: team and options must not be NULL");
	MPI_Initialized(&ready);
	if (!ready)
		return grove_wired_refuse(-EINVAL, "grove_mpi_open: call MPI_Init_thread first");
	if (comm == MPI_COMM_NULL)
		return grove_wired_refuse(
			-EINVAL, "grove_mpi_open: the communicator is MPI_COMM_NULL");
	if (MPI_Comm_dup(comm, &own))
		return grove_wired_refuse(
			-EIO, "grove_mpi_open: the communicator cannot be duplicated");
	MPI_Comm_set_errhandler(own, MPI_ERRORS_RETURN);
	error = open_over(team, options, own);
	MPI_Comm_free(&own);
	return error;
}
