/* Sends and receives the messages of wires by an MPI library. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "mpi/mpi_carrier.h"
#include "mpi/mpi_cores.h"
#include "mpi/mpi_least.h"
#include "mpi/mpi_pieces.h"

enum {
	ROOM_FIRST = 64
};

/* Requests that are active or kept, each with its carriage. MPI looks at all of them at once. */
struct mpi_carrier {
	struct carrier carrier;
	MPI_Comm comm[CARRIER_CHANNELS];
	MPI_Request *request;
	struct carriage **carriage;
	int count, room;
	struct carriage **ended; /* [room], of a poll */
	int *done;		 /* [room], their places */
	MPI_Status *status;	 /* [room] */
	struct least least;
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

/* ---- Requests ---- */

/* Returns the array with room for that many bytes; as it was, and *all false, where memory
 * lacks. */
static void *grown(void *array, size_t bytes, bool *all)
{
	void *new = realloc(array, bytes);

	*all &= new != NULL;
	return new ? new : array;
}

static int room_for_one(struct mpi_carrier *m)
{
	int room = m->room ? 2 * m->room : ROOM_FIRST;
	size_t count = (size_t)room;
	bool all = true;

	if (m->count < m->room)
		return 0;
	m->request = grown(m->request, count * sizeof *m->request, &all);
	m->carriage = grown(m->carriage, count * sizeof(struct carriage *), &all);
	m->ended = grown(m->ended, count * sizeof(struct carriage *), &all);
	m->done = grown(m->done, count * sizeof *m->done, &all);
	m->status = grown(m->status, count * sizeof *m->status, &all);
	if (!all)
		return MPI_ERR_NO_MEM;
	m->room = room;
	return 0;
}

static void place_take(struct mpi_carrier *m, struct carriage *c)
{
	c->place = m->count;
	m->carriage[m->count++] = c;
}

static void place_leave(struct mpi_carrier *m, struct carriage *c)
{
	int last = --m->count;

	m->request[c->place] = m->request[last];
	m->carriage[c->place] = m->carriage[last];
	m->carriage[c->place]->place = c->place;
	c->place = -1;
}

static int begin(
	struct mpi_carrier *m, struct carriage *c, void *address, int count, MPI_Datatype type)
{
	MPI_Comm comm = m->comm[c->channel];
	MPI_Request *request = &m->request[m->count];
	int process = c->process == ANY_PROCESS ? MPI_ANY_SOURCE : c->process;

	if (c->sends)
		return MPI_Isend(address, count, type, process, c->tag, comm, request);
	if (!c->kept)
		return MPI_Irecv(address, count, type, process, c->tag, comm, request);
	return MPI_Recv_init(address, count, type, process, c->tag, comm, request);
}

static int begin_pieces(struct mpi_carrier *m, struct carriage *c)
{
	MPI_Datatype type;
	int error = pieces_type(&type, c);

	if (error)
		return error;
	error = begin(m, c, MPI_BOTTOM, 1, type);
	MPI_Type_free(&type);
	return error;
}

static int start(struct carrier *carrier, struct carriage *c)
{
	struct mpi_carrier *m = inside(carrier);
	int error = 0;

	if (c->place < 0) {
		error = room_for_one(m);
		if (!error)
			error = pieces_are_one(c) ? begin(m, c, c->piece[0].address,
							    (int)c->piece[0].bytes, MPI_BYTE)
						  : begin_pieces(m, c);
		if (!error)
			place_take(m, c);
	}
	if (!error && c->kept)
		error = MPI_Start(&m->request[c->place]);
	return error ? refuse(carrier, c->sends ? "sending" : "receiving", error) : 0;
}

/* Takes the carriages that have ended out of the table, those that are not kept from the end of the
 * table on: the last one fills each gap. */
static void ended_take(struct mpi_carrier *m, int count)
{
	for (int k = 0; k < count; k++)
		m->ended[k] = m->carriage[m->done[k]];
	for (int k = 0; k < count; k++)
		if (!m->ended[k]->kept)
			place_leave(m, m->ended[k]);
}

/* SimGrid lets go of a message only where it is waited for: MPI_Waitsome tests all but one. */
static int some(struct mpi_carrier *m, bool wait, int *count)
{
	int error;

	if (!wait)
		return MPI_Testsome(m->count, m->request, count, m->done, m->status);
	error = MPI_Waitany(m->count, m->request, m->done, m->status);
	*count = error || m->done[0] == MPI_UNDEFINED ? 0 : 1;
	return error;
}

static int least_ended(struct mpi_carrier *m, carriage_ended *ended, void *owner)
{
	struct carriage *whole = m->least.whole;
	bool over;
	int error = least_go_on(&m->least, &over);

	if (over) {
		m->least.whole = NULL;
		ended(owner, whole);
	}
	return error;
}

static int poll(struct carrier *carrier, bool wait, carriage_ended *ended, void *owner)
{
	struct mpi_carrier *m = inside(carrier);
	int count = 0, error;

	if (!m->count)
		return 0;
	error = some(m, wait, &count);
	if (error)
		return refuse(carrier, "progress", error);
	if (count == MPI_UNDEFINED)
		return 0;
	ended_take(m, count);
	for (int k = 0; k < count && !error; k++)
		if (m->ended[k]->owner == &m->least)
			error = least_ended(m, ended, owner);
		else
			ended(owner, m->ended[k]);
	return error;
}

/* ---- All processes together ---- */

static int least(struct carrier *carrier, int64_t *values, int count, struct carriage *carriage)
{
	*carriage = (struct carriage){ .kind = carriage->kind, .owner = carriage->owner };
	return least_begin(&inside(carrier)->least, values, count, carriage);
}

static int gather(struct carrier *carrier, const void *mine, void *all, size_t bytes)
{
	int error = MPI_Allgather(mine, (int)bytes, MPI_BYTE, all, (int)bytes, MPI_BYTE,
		inside(carrier)->comm[CONTROLS]);

	return error ? refuse(carrier, "MPI_Allgather", error) : 0;
}

static int tell(struct carrier *carrier, int root, void *bytes, size_t count)
{
	int error = MPI_Bcast(bytes, (int)count, MPI_BYTE, root, inside(carrier)->comm[CONTROLS]);

	return error ? refuse(carrier, "MPI_Bcast", error) : 0;
}

static void carrier_free(struct mpi_carrier *m)
{
	for (int c = 0; c < CARRIER_CHANNELS; c++)
		if (m->comm[c] != MPI_COMM_NULL)
			MPI_Comm_free(&m->comm[c]);
	least_free(&m->least);
	free(m->request);
	free(m->carriage);
	free(m->ended);
	free(m->done);
	free(m->status);
	free(m);
}

static void stop(struct carrier *carrier, struct carriage *c)
{
	struct mpi_carrier *m = inside(carrier);
	MPI_Request *request = &m->request[c->place];

	if (c->place < 0)
		return;
	MPI_Cancel(request);
	MPI_Wait(request, MPI_STATUS_IGNORE);
	if (*request != MPI_REQUEST_NULL)
		MPI_Request_free(request);
	place_leave(m, c);
}

/* Receptions that are expected all the time end here. */
static void close_carrier(struct carrier *carrier)
{
	struct mpi_carrier *m = inside(carrier);

	for (int k = 0; k < m->count; k++) {
		if (m->carriage[k]->kept) {
			MPI_Cancel(&m->request[k]);
			MPI_Wait(&m->request[k], MPI_STATUS_IGNORE);
		}
		if (m->request[k] != MPI_REQUEST_NULL)
			MPI_Request_free(&m->request[k]);
	}
	carrier_free(m);
}

static int find_tags(struct mpi_carrier *m)
{
	int *most, found = 0;

	if (MPI_Comm_get_attr(m->comm[PACKETS], MPI_TAG_UB, &most, &found) || !found)
		return 32767; /* what every MPI has */
	return *most;
}

int mpi_carrier_open(struct carrier **carrier, MPI_Comm comm, char *line, size_t bytes)
{
	struct mpi_carrier *m = calloc(1, sizeof *m);
	int error = 0;

	if (!m) {
		snprintf(line, bytes, "no memory for a carrier");
		return -ENOMEM;
	}
	m->carrier = (struct carrier){ .start = start,
		.poll = poll,
		.least = least,
		.gather = gather,
		.tell = tell,
		.stop = stop,
		.close = close_carrier,
		.sleeps = SIMULATED_RANKS };
	for (int c = 0; c < CARRIER_CHANNELS; c++)
		m->comm[c] = MPI_COMM_NULL;
	for (int c = 0; c < CARRIER_CHANNELS && !error; c++) {
		error = MPI_Comm_dup(comm, &m->comm[c]);
		if (!error)
			error = MPI_Comm_set_errhandler(m->comm[c], MPI_ERRORS_RETURN);
	}
	if (!error)
		error = mpi_cores(comm, &m->carrier.cores);
	if (error) {
		error = refuse(&m->carrier, "opening", error);
		snprintf(line, bytes, "%s", m->carrier.why);
		carrier_free(m);
		return error;
	}
	m->least.carrier = &m->carrier;
	MPI_Comm_rank(comm, &m->carrier.process);
	MPI_Comm_size(comm, &m->carrier.processes);
	m->carrier.most_tag = find_tags(m);
	*carrier = &m->carrier;
	return 0;
}
