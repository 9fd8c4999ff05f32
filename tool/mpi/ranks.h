/* The ranks of MPI_COMM_WORLD as a group of processes that measure together. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_MPI_RANKS_H
#define TOOL_MPI_RANKS_H

#include <stdbool.h>
#include "perf/timing/process_group.h"

/* Returns the number of this rank. */
int ranks_own(void);

/* Returns true if all ranks were given the same words. */
bool ranks_have_same_words(int count, char *const *word);

int ranks_count(void);

/* What the options of this program alone ask for. */
struct rank_options {
	bool beside;	/* rows are compared to the MPI's own collectives */
	bool any_order; /* of folds that round */
};

/* Finds the costs of links between ranks, and makes all ranks a group. A single rank stays alone.
 * Returns 0 or an error of MPI. */
int ranks_join(const struct rank_options *options);

/* Says in a line if the file that keeps the costs of links is wrong. */
void ranks_warn(void);

/* Returns the first rank's status in all ranks. Ranks that wait for the first rank sleep. */
int ranks_follow(int status);

/* Drops the output of all ranks but the first to stdout and stderr. All ranks call this function
 * before any rank writes. Returns 0, or -1 on failure. */
int rank_output_join(void);

/* Returns the simulated time of the ranks of MPI_COMM_WORLD, or NULL if time is real. */
const struct simulated_time *rank_time(void);

/* Calls the MPI's own collective that does the work of a row, or its messages. */
extern const struct rival mpi_rival;

#endif
