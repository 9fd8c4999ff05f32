/* Starts and ends the requests of an MPI library. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include "mpi/mpi_carrier.h"
#include "mpi/mpi_requests.h"

enum {
	ROOM_FIRST = 64,
	PIECE_MOST = 1 << 30 /* bytes of one element of a derived type: MPI counts in int */
};

/* ---- The table ---- */

/* Returns the array with room for that many bytes. Where memory lacks, returns the old array and
 * sets *all to false. */
static void *grown(void *array, size_t bytes, bool *all)
{
	void *new = realloc(array, bytes);

	*all &= new != NULL;
	return new ? new : array;
}

static int room_for_one(struct mpi_requests *r)
{
	int room = r->room ? 2 * r->room : ROOM_FIRST;
	size_t count = (size_t)room;
	bool all = true;

	if (r->count < r->room)
		return 0;
	r->request = grown(r->request, count * sizeof *r->request, &all);
	r->carriage = grown(r->carriage, count * sizeof(struct carriage *), &all);
	r->ended = grown(r->ended, count * sizeof(struct carriage *), &all);
	r->done = grown(r->done, count * sizeof *r->done, &all);
	r->status = grown(r->status, count * sizeof *r->status, &all);
	if (!all)
		return MPI_ERR_NO_MEM;
	r->room = room;
	return 0;
}

static void place_take(struct mpi_requests *r, struct carriage *c)
{
	c->place = r->count;
	r->carriage[r->count++] = c;
}

static void place_leave(struct mpi_requests *r, struct carriage *c)
{
	int last = --r->count;

	r->request[c->place] = r->request[last];
	r->carriage[c->place] = r->carriage[last];
	r->carriage[c->place]->place = c->place;
	c->place = -1;
}

/* ---- Persistent requests ---- */

_Static_assert(sizeof(MPI_Request) <= sizeof(void *), "a carriage has room for a request");

static void request_keep(struct carriage *c, MPI_Request request)
{
	memcpy(&c->request, &request, sizeof request);
	c->prepared = true;
}

static MPI_Request request_kept(const struct carriage *c)
{
	MPI_Request request;

	memcpy(&request, &c->request, sizeof request);
	return request;
}

/* ---- The memory of a message ---- */

/* Returns true if the message needs no derived type: the bytes lie in one piece, and MPI can count
 * the bytes. */
static bool pieces_are_one(const struct carriage *c)
{
	return c->pieces == 1 && c->piece[0].bytes <= INT_MAX;
}

static size_t parts_of(const struct piece *piece)
{
	return (piece->bytes + PIECE_MOST - 1) / PIECE_MOST;
}

/* Makes a type of all pieces, relative to MPI_BOTTOM. The caller frees the type. Returns an error
 * of MPI. */
static int pieces_type(MPI_Datatype *type, const struct carriage *c)
{
	size_t parts = 0, k = 0;
	MPI_Aint *at;
	int *bytes, error;

	for (size_t p = 0; p < c->pieces; p++)
		parts += parts_of(&c->piece[p]);
	at = malloc(parts * (sizeof *at + sizeof *bytes) + 1);
	if (!at)
		return MPI_ERR_NO_MEM;
	bytes = (int *)(at + parts);
	for (size_t p = 0; p < c->pieces; p++)
		for (size_t done = 0; done < c->piece[p].bytes; done += PIECE_MOST, k++) {
			size_t left = c->piece[p].bytes - done;

			MPI_Get_address(c->piece[p].address + done, &at[k]);
			bytes[k] = left < PIECE_MOST ? (int)left : PIECE_MOST;
		}
	error = MPI_Type_create_hindexed((int)parts, bytes, at, MPI_BYTE, type);
	free(at);
	return error ? error : MPI_Type_commit(type);
}

/* ---- Starting ---- */

static int begin(MPI_Request *request, MPI_Comm comm, const struct carriage *c, void *address,
	int count, MPI_Datatype type)
{
	bool any = c->process == ANY_PROCESS;
	int process = any ? MPI_ANY_SOURCE : c->process, tag = any ? MPI_ANY_TAG : c->tag;

	if (c->kept && c->sends)
		return MPI_Send_init(address, count, type, process, tag, comm, request);
	if (c->kept)
		return MPI_Recv_init(address, count, type, process, tag, comm, request);
	if (c->sends)
		return MPI_Isend(address, count, type, process, tag, comm, request);
	return MPI_Irecv(address, count, type, process, tag, comm, request);
}

static int begin_pieces(MPI_Request *request, MPI_Comm comm, const struct carriage *c)
{
	MPI_Datatype type;
	int error;

	if (pieces_are_one(c))
		return begin(
			request, comm, c, c->piece[0].address, (int)c->piece[0].bytes, MPI_BYTE);
	error = pieces_type(&type, c);
	if (error)
		return error;
	error = begin(request, comm, c, MPI_BOTTOM, 1, type);
	MPI_Type_free(&type);
	return error;
}

int requests_start(struct mpi_requests *r, MPI_Comm comm, struct carriage *c)
{
	int error = room_for_one(r);
	MPI_Request *request = &r->request[r->count];

	if (error)
		return error;
	c->cancels = c->cancelled = false;
	if (!c->prepared) {
		error = begin_pieces(request, comm, c);
		if (!error && c->kept)
			request_keep(c, *request);
	}
	if (!error && c->kept) {
		*request = request_kept(c);
		error = MPI_Start(request);
	}
	if (!error)
		place_take(r, c);
	return error;
}

/* ---- Ending ---- */

/* SimGrid lets go of a message only where a rank waits for the message. MPI_Waitsome waits for one
 * message, and only tests the other messages. In simulated time a test takes time, and so does
 * each request of MPI_Testsome. */
static int some(struct mpi_requests *r, bool wait, int *count)
{
	int error, flag = 1;

	if (!wait && !SIMULATED_RANKS && r->count > 1)
		return MPI_Testsome(r->count, r->request, count, r->done, r->status);
	if (!wait && !SIMULATED_RANKS) {
		r->done[0] = 0;
		return MPI_Test(r->request, count, r->status);
	}
	error = wait ? MPI_Waitany(r->count, r->request, r->done, r->status)
		     : MPI_Testany(r->count, r->request, r->done, &flag, r->status);
	*count = error || !flag || r->done[0] == MPI_UNDEFINED ? 0 : 1;
	return error;
}

/* Takes the carriages that have ended out of the table: the last carriage fills each gap. */
static void ended_take(struct mpi_requests *r, int count)
{
	for (int k = 0; k < count; k++) {
		struct carriage *c = r->ended[k] = r->carriage[r->done[k]];
		int flag = 0, bytes = 0;

		if (c->cancels)
			MPI_Test_cancelled(&r->status[k], &flag);
		if (c->process == ANY_PROCESS || SIMULATED_RANKS)
			MPI_Get_count(&r->status[k], MPI_BYTE, &bytes);
		c->cancelled = flag || (SIMULATED_RANKS && !bytes);
		if (c->process != ANY_PROCESS)
			continue;
		c->came = (size_t)bytes;
		c->came_tag = r->status[k].MPI_TAG;
	}
	for (int k = 0; k < count; k++)
		place_leave(r, r->ended[k]);
}

int requests_look(struct mpi_requests *r, int looks, bool wait, int *count)
{
	int error, ended = 0;

	*count = 0;
	if (!r->count)
		return 0;
	do
		error = some(r, wait, &ended);
	while (!error && !ended && --looks > 0);
	if (error || ended == MPI_UNDEFINED)
		return error;
	*count = ended;
	ended_take(r, ended);
	return 0;
}

int requests_cancel(struct mpi_requests *r, struct carriage *c)
{
	if (c->place < 0 || c->cancels)
		return 0;
	c->cancels = true;
	return MPI_Cancel(&r->request[c->place]);
}

/* A send goes on without a request. A reception ends, unless the message is arriving just now. */
static void end(struct mpi_requests *r, struct carriage *c)
{
	MPI_Request *request = &r->request[c->place];
	int ended;

	if (!c->sends) {
		MPI_Cancel(request);
		MPI_Test(request, &ended, MPI_STATUS_IGNORE);
	}
	if (!c->kept && *request != MPI_REQUEST_NULL)
		MPI_Request_free(request);
	place_leave(r, c);
}

void requests_stop(struct mpi_requests *r, struct carriage *c)
{
	MPI_Request request;

	if (c->place >= 0)
		end(r, c);
	if (!c->prepared)
		return;
	request = request_kept(c);
	MPI_Request_free(&request);
	c->prepared = false;
}

void requests_free(struct mpi_requests *r)
{
	while (r->count)
		requests_stop(r, r->carriage[r->count - 1]);
	free(r->request);
	free(r->carriage);
	free(r->ended);
	free(r->done);
	free(r->status);
}
