/* Takes the place of functions of an MPI, and spoils the last byte of what they carry. */
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 *	LD_PRELOAD=spoiler.so MPI_SPOIL="WHAT RANK BYTES" program
 *
 * WHAT is `messages`: each message of at least that many bytes that the rank sends by MPI_Isend, or
 * by MPI_Send_init and MPI_Start, is spoiled on its way; or `collectives`: each result of
 * MPI_Bcast, MPI_Scatter and MPI_Allreduce of at least that many bytes is spoiled at the rank. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Returns the bytes to be spoiled; 0 for none. */
static size_t spoils(const char *what, int count, MPI_Datatype type)
{
	const char *asked = getenv("MPI_SPOIL");
	char named[16] = "";
	int rank, of = -1, bytes = 0;
	long least = 0;

	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Type_size(type, &bytes);
	if (!asked || sscanf(asked, "%15s %d %ld", named, &of, &least) != 3) {
		fprintf(stderr, "spoiler: MPI_SPOIL is not WHAT RANK BYTES\n");
		exit(3);
	}
	return rank == of && !strcmp(named, what) && (long)bytes * count >= least
		       ? (size_t)bytes * (size_t)count
		       : 0;
}

static void spoil(void *bytes, size_t count)
{
	((unsigned char *)bytes)[count - 1] ^= 0x5a;
}

/* A persistent message: its copy is made again at each start. */
struct kept {
	MPI_Request request;
	const void *from;
	unsigned char *copy;
	int count, bytes;
	MPI_Datatype type;
	MPI_Comm comm;
	struct kept *next;
};

static struct kept *all_kept;

static struct kept *kept_new(
	const void *from, int count, MPI_Datatype type, MPI_Comm comm, size_t bytes)
{
	struct kept *new = bytes ? malloc(sizeof *new) : NULL;

	if (!new)
		return NULL;
	*new = (struct kept){ .from = from,
		.copy = malloc(bytes),
		.count = count,
		.bytes = (int)bytes,
		.comm = comm,
		.next = all_kept };
	MPI_Type_dup(type, &new->type);
	return new;
}

static void kept_pack(struct kept *kept)
{
	int end = 0;

	MPI_Pack(kept->from, kept->count, kept->type, kept->copy, kept->bytes, &end, kept->comm);
	spoil(kept->copy, (size_t)end);
}

#pragma GCC visibility push(default) /* or programs would not find them */

/* The sender's bytes stay right: what travels is a copy, which lives until the process ends. */
int MPI_Isend(const void *from, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
	MPI_Request *request)
{
	size_t bytes = spoils("messages", count, type);
	unsigned char *copy = bytes ? malloc(bytes) : NULL;
	int end = 0;

	if (!copy)
		return PMPI_Isend(from, count, type, to, tag, comm, request);
	MPI_Pack(from, count, type, copy, (int)bytes, &end, comm);
	spoil(copy, (size_t)end);
	return PMPI_Isend(copy, end, MPI_PACKED, to, tag, comm, request);
}

int MPI_Send_init(const void *from, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
	MPI_Request *request)
{
	struct kept *kept = kept_new(from, count, type, comm, spoils("messages", count, type));
	int error;

	if (!kept)
		return PMPI_Send_init(from, count, type, to, tag, comm, request);
	error = PMPI_Send_init(kept->copy, kept->bytes, MPI_PACKED, to, tag, comm, request);
	kept->request = *request;
	all_kept = kept;
	return error;
}

int MPI_Start(MPI_Request *request)
{
	for (struct kept *kept = all_kept; kept; kept = kept->next)
		if (kept->request == *request) {
			kept_pack(kept);
			break;
		}
	return PMPI_Start(request);
}

int MPI_Request_free(MPI_Request *request)
{
	for (struct kept *kept = all_kept; kept; kept = kept->next)
		if (kept->request == *request)
			kept->request = MPI_REQUEST_NULL;
	return PMPI_Request_free(request);
}

int MPI_Bcast(void *data, int count, MPI_Datatype type, int root, MPI_Comm comm)
{
	size_t bytes = spoils("collectives", count, type);
	int error = PMPI_Bcast(data, count, type, root, comm);

	if (bytes)
		spoil(data, bytes);
	return error;
}

int MPI_Scatter(const void *from, int counts, MPI_Datatype sent, void *to, int count,
	MPI_Datatype type, int root, MPI_Comm comm)
{
	size_t bytes = spoils("collectives", count, type);
	int error = PMPI_Scatter(from, counts, sent, to, count, type, root, comm);

	if (bytes)
		spoil(to, bytes);
	return error;
}

int MPI_Allreduce(
	const void *from, void *to, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
	size_t bytes = spoils("collectives", count, type);
	int error = PMPI_Allreduce(from, to, count, type, op, comm);

	if (bytes)
		spoil(to, bytes);
	return error;
}

#pragma GCC visibility pop
