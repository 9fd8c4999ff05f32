/* The memory of a rank as in a program of MPI: the blocks of the rank's nodes side by side. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_MPI_RANK_MEMORY_H
#define TOOL_MPI_RANK_MEMORY_H

#include "perf/timing/session.h"
#include "tool/mpi/mpi_elements.h"

/* A rank with one node has the node's own buffers. */
struct rank_memory {
	int first, nodes; /* of this rank: the nodes follow each other */
	int ranks;
	unsigned char *in, *out; /* of the nodes, in order; NULL without bytes */
	unsigned char *held;	 /* as long as a node's input, for folds of the rank alone */
	size_t in_bytes, out_bytes, held_bytes;
	void *mapped; /* NULL: in and out are the buffers of the only node */
	size_t mapped_bytes;
};

/* Lays out the memory for a session. Returns 0, or -ENOMEM with why. */
int rank_memory_open(struct rank_memory *memory, const struct session *session, int rank, int ranks,
	const struct mpi_elements *elements);
void rank_memory_close(struct rank_memory *memory); /* all zeros are fine */

/* Returns where the buffer of the rank's node number k is. */
unsigned char *rank_memory_in(
	const struct rank_memory *memory, const struct session *session, int k);
unsigned char *rank_memory_out(
	const struct rank_memory *memory, const struct session *session, int k);

/* Copies inputs and outputs from the buffers of the nodes, and the outputs back. The blocks of an
 * all-to-all lie in the order of MPI_Alltoall. */
void rank_memory_fill(const struct rank_memory *memory, const struct session *session,
	const struct mpi_elements *elements);
void rank_memory_return(const struct rank_memory *memory, const struct session *session,
	const struct mpi_elements *elements);

/* Brings a thread's share of the memory into the state of the data. */
void rank_memory_keep(
	const struct rank_memory *memory, const struct session *session, int thread, int threads);

#endif
