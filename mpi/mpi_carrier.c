/* Sends and receives the messages of wires by an MPI library. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "library/wired.h"
#include "mpi/mpi_carrier.h"
#include "mpi/mpi_native.h"
#include "mpi/mpi_requests.h"

enum {
	LINE = 64 /* bytes of a cache line */
};

struct mpi_carrier {
	struct carrier carrier;
	MPI_Comm comm[CARRIER_CHANNELS];
	struct mpi_requests requests, briefs; /* briefs: sends of small pieces */
	MPI_Win common;
};

static struct mpi_carrier *inside(struct carrier *carrier)
{
	return (struct mpi_carrier *)carrier;
}

static int refuse(struct carrier *carrier, const char *what, int error)
{
	char text[MPI_MAX_ERROR_STRING] = "";
	int length = 0, class = 0;

	MPI_Error_string(error, text, &length);
	MPI_Error_class(error, &class);
	snprintf(carrier->why, sizeof carrier->why, "%s: %.*s", what,
		(int)(sizeof carrier->why - 32), text);
	return class == MPI_ERR_NO_MEM ? -ENOMEM : -EIO;
}

/* ---- Messages ---- */

/* In simulated time a wait is for all requests. */
static struct mpi_requests *requests_of(struct mpi_carrier *m, const struct carriage *c)
{
	return c->brief && !SIMULATED_RANKS ? &m->briefs : &m->requests;
}

static int start(struct carrier *carrier, struct carriage *c)
{
	struct mpi_carrier *m = inside(carrier);
	int error = requests_start(requests_of(m, c), m->comm[c->channel], c);

	return error ? refuse(carrier, c->sends ? "sending" : "receiving", error) : 0;
}

static int poll(struct carrier *carrier, int looks, bool wait, carriage_ended *ended, void *owner)
{
	struct mpi_carrier *m = inside(carrier);
	struct mpi_requests *from = &m->requests;
	int count = 0, error = looks ? requests_look(from, looks, wait, &count) : 0;

	if (!error && !count && looks != 1) {
		from = &m->briefs;
		error = requests_look(from, 1, false, &count);
	}
	if (error)
		return refuse(carrier, "progress", error);
	for (int k = 0; k < count; k++)
		ended(owner, from->ended[k]);
	return 0;
}

/* By the standard a message that has begun arrives all the same. SimGrid ends such a message, and
 * its sender. */
static int cancel(struct carrier *carrier, struct carriage *c)
{
	int error = requests_cancel(&inside(carrier)->requests, c);

	return error ? refuse(carrier, "MPI_Cancel", error) : 0;
}

static bool finds(struct carrier *carrier, struct carriage *c)
{
	MPI_Status status;
	MPI_Count bytes = 0;
	int found = 0, count = 0;

	if (MPI_Iprobe(
		    MPI_ANY_SOURCE, MPI_ANY_TAG, inside(carrier)->comm[BODIES], &found, &status) ||
		!found)
		return false;
	c->channel = BODIES;
	if (!SIMULATED_RANKS) {
		MPI_Get_elements_x(&status, MPI_BYTE, &bytes);
	} else { /* SimGrid has no such call */
		MPI_Get_count(&status, MPI_BYTE, &count);
		bytes = count;
	}
	c->process = status.MPI_SOURCE;
	c->tag = status.MPI_TAG;
	c->came = (size_t)bytes;
	return true;
}

static void stop(struct carrier *carrier, struct carriage *c)
{
	requests_stop(&inside(carrier)->requests, c);
}

/* ---- All processes together ---- */

static int perform(struct carrier *carrier, const struct native_call *call)
{
	int error = native_perform(call, inside(carrier)->comm[PARCELS]);

	return error ? refuse(carrier, collective_of_mpi(call->collective), error) : 0;
}

static int fold(struct carrier *carrier, const struct native_call *call)
{
	int error = native_fold(call);

	return error ? refuse(carrier, "MPI_Reduce_local", error) : 0;
}

static void carrier_free(struct mpi_carrier *m)
{
	requests_free(&m->requests);
	requests_free(&m->briefs);
	if (m->common != MPI_WIN_NULL)
		MPI_Win_free(&m->common);
	for (int c = 0; c < CARRIER_CHANNELS; c++)
		if (m->comm[c] != MPI_COMM_NULL)
			MPI_Comm_free(&m->comm[c]);
	free(m);
}

static void close_carrier(struct carrier *carrier)
{
	carrier_free(inside(carrier));
}

/* Shares memory with the other processes, if all are on one host. */
static int share(struct mpi_carrier *m, const struct mpi_hosts *hosts)
{
	size_t own = common_bytes(m->carrier.processes);
	MPI_Aint bytes = m->carrier.process ? 0 : (MPI_Aint)own + LINE;
	void *common = NULL;
	int unit, error;

	if (hosts->ranks == 1 || hosts->count > 1)
		return 0;
	error = MPI_Win_allocate_shared(
		bytes, 1, MPI_INFO_NULL, hosts->beside, &common, &m->common);
	if (!error)
		error = MPI_Win_shared_query(m->common, 0, &bytes, &unit, &common);
	if (error)
		return error;
	/* The memory lies alike in the pages of all processes. */
	m->carrier.common = (void *)(((uintptr_t)common + LINE - 1) / LINE * LINE);
	if (!m->carrier.process)
		memset(m->carrier.common, 0, own);
	return MPI_Barrier(hosts->beside);
}

static int find_tags(struct mpi_carrier *m)
{
	int *most, found = 0;

	if (MPI_Comm_get_attr(m->comm[BODIES], MPI_TAG_UB, &most, &found) || !found)
		return 32767; /* every MPI allows at least this tag */
	return *most;
}

int mpi_carrier_open(struct carrier **carrier, MPI_Comm comm, const struct mpi_hosts *hosts)
{
	struct mpi_carrier *m = calloc(1, sizeof *m);
	int error = 0;

	if (!m)
		return grove_wired_refuse(-ENOMEM, "grove_mpi_open: no memory for a carrier");
	m->carrier = (struct carrier){ .start = start,
		.poll = poll,
		.cancel = SIMULATED_RANKS ? NULL : cancel,
		.finds = finds,
		.stop = stop,
		.offers = SIMULATED_RANKS ? NULL : native_offers,
		.perform = perform,
		.fold = fold,
		.close = close_carrier,
		.cores = hosts->cores,
		.sleeps = SIMULATED_RANKS };
	m->common = MPI_WIN_NULL;
	for (int c = 0; c < CARRIER_CHANNELS; c++)
		m->comm[c] = MPI_COMM_NULL;
	MPI_Comm_rank(comm, &m->carrier.process);
	MPI_Comm_size(comm, &m->carrier.processes);
	for (int c = 0; c < CARRIER_CHANNELS && !error; c++) {
		error = MPI_Comm_dup(comm, &m->comm[c]);
		if (!error)
			error = MPI_Comm_set_errhandler(m->comm[c], MPI_ERRORS_RETURN);
	}
	if (!error && !SIMULATED_RANKS)
		error = share(m, hosts);
	if (error) {
		error = refuse(&m->carrier, "grove_mpi_open: opening", error);
		grove_wired_refuse(error, m->carrier.why);
		carrier_free(m);
		return error;
	}
	m->carrier.most_tag = find_tags(m);
	*carrier = &m->carrier;
	return 0;
}
