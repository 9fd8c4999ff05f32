/* Sends the messages of a row by calls of MPI. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <limits.h>
#include <mpi.h>
#include <stdlib.h>
#include "base/error.h"
#include "perf/timing/node_acts.h"
#include "tool/mpi/message_calls.h"

enum {
	TAG = 1
};

/* Of an exchange: two for each neighbour. */
static MPI_Request *requests;
static MPI_Status *statuses;

void message_calls_close(void)
{
	free(requests);
	free(statuses);
	requests = NULL;
	statuses = NULL;
}

int message_calls_open(const struct session *s, int ranks)
{
	size_t count = 2 * (size_t)s->pattern.problem.net.ports + 1;

	message_calls_close();
	if (s->pattern.problem.net.nodes != ranks)
		return why(EINVAL, "messages of MPI are measured with one node in a rank");
	if (s->pattern.bytes > INT_MAX)
		return why(EINVAL, "a message of MPI has at most %d bytes", INT_MAX);
	requests = calloc(count, sizeof *requests);
	statuses = calloc(count, sizeof *statuses);
	return requests && statuses ? 0 : why(ENOMEM, "no memory for messages");
}

const char *message_calls_name(const struct session *s)
{
	return s->form.messages == MESSAGES_EXCHANGE ? "MPI_Isend" : "MPI_Send";
}

static void send(const unsigned char *bytes, size_t count, int to)
{
	MPI_Send(bytes, (int)count, MPI_BYTE, to, TAG, MPI_COMM_WORLD);
}

static void receive(unsigned char *bytes, size_t count, int from)
{
	MPI_Recv(bytes, (int)count, MPI_BYTE, from, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void pingpong(const struct session *s, int rank, int other)
{
	bool first = rank == s->pattern.problem.root;

	if (first)
		send(message_out(s, rank, other), s->pattern.bytes, other);
	receive(message_in(s, rank, other), s->pattern.bytes, other);
	if (!first)
		send(message_out(s, rank, other), s->pattern.bytes, other);
}

static void stream(const struct session *s, int rank, int other)
{
	bool first = rank == s->pattern.problem.root;
	unsigned char *at = first ? message_out(s, rank, other) : message_in(s, rank, other);

	for (size_t k = 0; k < STREAM_WINDOW; k++, at += s->pattern.bytes)
		if (first)
			send(at, s->pattern.bytes, other);
		else
			receive(at, s->pattern.bytes, other);
	if (first)
		receive(NULL, 0, other);
	else
		send(NULL, 0, other);
}

static void exchange(const struct session *s, int rank)
{
	size_t ports = (size_t)s->pattern.problem.net.ports;
	const struct grove_neighbour *to = &s->neighbours[(size_t)rank * ports];
	int count = 0;

	for (size_t p = 0; p < ports; p++)
		if (to[p].node != GROVE_NOBODY)
			MPI_Irecv(to[p].in, (int)to[p].in_bytes, MPI_BYTE, to[p].node, TAG,
				MPI_COMM_WORLD, &requests[count++]);
	for (size_t p = 0; p < ports; p++)
		if (to[p].node != GROVE_NOBODY)
			MPI_Isend(to[p].out, (int)to[p].out_bytes, MPI_BYTE, to[p].node, TAG,
				MPI_COMM_WORLD, &requests[count++]);
	MPI_Waitall(count, requests, statuses);
}

void message_calls_run(const struct session *s, int rank)
{
	const struct problem *problem = &s->pattern.problem;
	int other = rank == problem->root ? problem->destination : problem->root;

	if (s->form.messages == MESSAGES_EXCHANGE)
		exchange(s, rank);
	else if (rank != problem->root && rank != problem->destination)
		return;
	else if (s->form.messages == MESSAGES_STREAM)
		stream(s, rank, other);
	else
		pingpong(s, rank, other);
}
