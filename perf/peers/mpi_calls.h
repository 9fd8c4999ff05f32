/* Calls the collectives of an MPI, each as a function without arguments. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_PEERS_MPI_CALLS_H
#define PERF_PEERS_MPI_CALLS_H

#include <stdbool.h>
#include <stddef.h>
#include "perf/peers/peer.h"

extern int rank, ranks; /* set by main */

/* Blocks of an input or output: 0, 1, or MANY, a block for each rank; and the ranks with an input
 * or an output. */
enum {
	MANY = -1
};
enum holders {
	ALL,
	ROOT,
	LAST,
	BUT_ROOT
};

/* Where the bytes of an output come from: blocks of a rank's, or the sum of all. */
enum source {
	FROM_ROOT,
	FROM_OPPOSITE,
	FROM_ALL, /* block b from rank b */
	FROM_SUM
};

struct mpi_call {
	const char *name;
	void (*call)(void);
	int inputs, outputs;
	enum holders givers, holders;
	enum source source;
	int mine; /* each rank gets the block of its own number */
};

enum {
	MPI_CALLS = 11
};

const struct mpi_call *mpi_call_at(int i); /* 0 .. MPI_CALLS - 1 */

/* Allocates buffers with blocks of that many bytes, and fills the inputs. */
void mpi_call_open(const struct mpi_call *call, size_t bytes);
/* Checks the outputs. All ranks must call this. A wrong byte ends the program. */
void mpi_call_check(const struct mpi_call *call);
/* Returns the buffers of this rank that the collective reads and writes. */
struct peer_buffers mpi_call_buffers(const struct mpi_call *call);
void mpi_call_close(void);

#endif
