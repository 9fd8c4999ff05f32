/* Runs a node's program through messages of MPI. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_CLUSTERS_PLAYER_PROGRAM_H
#define PERF_CLUSTERS_PLAYER_PROGRAM_H

#include <stdbool.h>
#include "plan/program/program.h"
#include "runtime/kernels/fold.h"

/* A node that plays. Rank v of MPI_COMM_WORLD is node v. */
struct player {
	const struct program *program; /* with dependences, and without lent packets */
	const struct folding *folding; /* NULL where nothing is folded */
	unsigned char *space[SPACES];
	/* NULL: bytes are carried. Otherwise a packet is sent from here, and received here, so that
	 * the data of thousands of nodes needs no memory; as large as the largest packet */
	unsigned char *anywhere;
};

/* Runs the program: an instruction begins as soon as the instructions before it in the graph of
 * dependences have ended. Returns the number of packets sent. Aborts MPI when memory is short. */
size_t player_run(const struct player *player);

#endif
