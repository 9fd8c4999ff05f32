/* Declares the work of a rank with several nodes around a collective of MPI: folds and copies. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_MPI_LOCAL_WORK_H
#define TOOL_MPI_LOCAL_WORK_H

#include "tool/mpi/mpi_elements.h"
#include "tool/mpi/rank_memory.h"

/* The work of a row, for one rank. */
struct rank_work {
	const struct session *session;
	struct rank_memory memory;
	struct mpi_elements elements;
	int count;	/* elements of a block */
	int rank, root; /* ranks */
	int root_node;	/* the number among the nodes of the rank */
};

/* Each thread of a rank has a share of the elements. */
struct thread_share {
	int thread, threads;
};

typedef void local_work(const struct rank_work *work, struct thread_share share);

/* Each thread of a rank calls these functions. With one node in a rank the functions do nothing,
 * and MPI reads the node's input and writes the node's output. */
local_work fold_inputs;		 /* held = the fold of the inputs of all nodes */
local_work copy_to_nodes;	 /* the blocks of the first node or of the root, to all nodes */
local_work fold_prefixes;	 /* the output of node k = the fold of nodes 0 to k */
local_work join_prefixes;	 /* folds `held`, of lower ranks, into the outputs */
local_work fold_prefixes_before; /* of nodes 0 to k - 1; held = the fold of all */
local_work join_prefixes_before; /* folds the first output, of lower ranks, into the others */

/* Return where the buffer of the rank's node number k is. */
unsigned char *in_of(const struct rank_work *work, int k);
unsigned char *out_of(const struct rank_work *work, int k);

#endif
