/* Calls the collectives of an MPI, and checks the results. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "perf/peers/mpi_calls.h"
#include "perf/peers/peer.h"

int rank, ranks;
static double *in, *out;
static int count; /* doubles of a block */

/* Returns a double that tells sender, block and position. Sums of these values are exact. */
static double value(int from, int block, int k)
{
	return (from * 64 + block) * 1024.0 + k % 1021;
}

static double sum(int block, int k)
{
	double all = 0;

	for (int r = 0; r < ranks; r++)
		all += value(r, block, k);
	return all;
}

static void broadcast(void)
{
	MPI_Bcast(rank ? out : in, count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

static void reduce(void)
{
	MPI_Reduce(in, out, count, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
}

static void scatter(void)
{
	MPI_Scatter(in, count, MPI_DOUBLE, out, count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

static void gather(void)
{
	MPI_Gather(in, count, MPI_DOUBLE, out, count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

static void allgather(void)
{
	MPI_Allgather(in, count, MPI_DOUBLE, out, count, MPI_DOUBLE, MPI_COMM_WORLD);
}

static void reducescatter(void)
{
	MPI_Reduce_scatter_block(in, out, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

static void allreduce(void)
{
	MPI_Allreduce(in, out, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

static void alltoall(void)
{
	MPI_Alltoall(in, count, MPI_DOUBLE, out, count, MPI_DOUBLE, MPI_COMM_WORLD);
}

/* Sends from the first rank to the last rank. */
static void send(void)
{
	if (rank == 0)
		MPI_Send(in, count, MPI_DOUBLE, ranks - 1, 0, MPI_COMM_WORLD);
	else if (rank == ranks - 1)
		MPI_Recv(out, count, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* Does the inversion: the block of rank v goes to rank N - 1 - v. */
static void permute(void)
{
	int other = ranks - 1 - rank;

	MPI_Sendrecv(in, count, MPI_DOUBLE, other, 0, out, count, MPI_DOUBLE, other, 0,
		MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void barrier(void)
{
	MPI_Barrier(MPI_COMM_WORLD);
}

/* Returns the value that belongs in element k of block b of this rank's output. */
static double expected(const struct mpi_call *c, int b, int k)
{
	switch (c->source) {
	case FROM_ROOT:
		return value(0, c->mine ? rank : b, k);
	case FROM_OPPOSITE:
		return value(ranks - 1 - rank, 0, k);
	case FROM_ALL:
		return value(b, c->mine ? rank : 0, k);
	case FROM_SUM:
		break;
	}
	return sum(c->mine ? rank : b, k);
}

static const struct mpi_call calls[MPI_CALLS] = {
	{ "broadcast", broadcast, 1, 1, ROOT, BUT_ROOT, FROM_ROOT },
	{ "reduce", reduce, 1, 1, ALL, ROOT, FROM_SUM },
	{ "scatter", scatter, MANY, 1, ROOT, ALL, FROM_ROOT, .mine = 1 },
	{ "gather", gather, 1, MANY, ALL, ROOT, FROM_ALL },
	{ "allgather", allgather, 1, MANY, ALL, ALL, FROM_ALL },
	{ "reducescatter", reducescatter, MANY, 1, ALL, ALL, FROM_SUM, .mine = 1 },
	{ "allreduce", allreduce, 1, 1, ALL, ALL, FROM_SUM },
	{ "alltoall", alltoall, MANY, MANY, ALL, ALL, FROM_ALL, .mine = 1 },
	{ "send", send, 1, 1, ROOT, LAST, FROM_ROOT },
	{ "permute", permute, 1, 1, ALL, ALL, FROM_OPPOSITE },
	{ "barrier", barrier, 0, 0, ALL, ALL },
};

const struct mpi_call *mpi_call_at(int i)
{
	return &calls[i];
}

static int blocks(int many)
{
	return many == MANY ? ranks : many;
}

static void fill(const struct mpi_call *c)
{
	for (int b = 0; b < blocks(c->inputs); b++)
		for (int k = 0; k < count; k++)
			in[(size_t)b * (size_t)count + (size_t)k] = value(rank, b, k);
	memset(out, 0xff, (size_t)blocks(c->outputs) * (size_t)count * sizeof *out);
}

static bool among(enum holders holders)
{
	switch (holders) {
	case ROOT:
		return rank == 0;
	case LAST:
		return rank == ranks - 1;
	case BUT_ROOT:
		return rank > 0;
	case ALL:
		break;
	}
	return true;
}

void mpi_call_check(const struct mpi_call *c)
{
	int wrong = 0, any;

	for (int b = 0; among(c->holders) && b < blocks(c->outputs); b++)
		for (int k = 0; k < count; k++)
			wrong |= out[(size_t)b * (size_t)count + (size_t)k] != expected(c, b, k);
	MPI_Allreduce(&wrong, &any, 1, MPI_INT, MPI_LOR, MPI_COMM_WORLD);
	if (any) {
		if (rank == 0)
			fprintf(stderr, "mpi: %s of %zu bytes: a byte is wrong\n", c->name,
				(size_t)count * sizeof *in);
		MPI_Abort(MPI_COMM_WORLD, 1);
	}
}

void mpi_call_open(const struct mpi_call *c, size_t bytes)
{
	count = (int)(bytes / sizeof *in);
	in = peer_memory((size_t)blocks(c->inputs) * bytes);
	out = peer_memory((size_t)blocks(c->outputs) * bytes);
	fill(c);
}

struct peer_buffers mpi_call_buffers(const struct mpi_call *c)
{
	size_t block = (size_t)count * sizeof *in;

	return (struct peer_buffers){ in, out,
		among(c->givers) ? (size_t)blocks(c->inputs) * block : 0,
		among(c->holders) ? (size_t)blocks(c->outputs) * block : 0 };
}

void mpi_call_close(void)
{
	free(in);
	free(out);
}
