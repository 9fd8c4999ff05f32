/* The costs of rank links are the measured times of messages between the ranks of an MPI. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_COSTS_RANK_COSTS_H
#define PLAN_COSTS_RANK_COSTS_H

#include <stdbool.h>
#include <stdio.h>
#include "plan/costs/copy_costs.h"

enum rank_link {
	SAME_HOST,
	OTHER_HOST,
	RANK_LINKS
};

/* The cores of the ranks. Costs differ by a factor of 50 where two ranks meet on a core. */
enum rank_cores {
	CORES_OWN,    /* no other rank may use the cores of a rank */
	CORES_COMMON, /* ranks may use each other's cores, which are enough for all */
	CORES_FEW,    /* there are fewer cores than ranks */
	RANK_CORES
};

enum {
	RANK_TABLES = 16,
	MESSAGE_SIZES = 7,
	LARGEST_MESSAGE = 2 << 20, /* bytes */
	MPI_NAME = 128
};

/* The costs of an MPI, for ranks with such cores. A link with 0 seconds was not measured. */
struct rank_table {
	char mpi[MPI_NAME]; /* name and version */
	enum rank_cores cores;
	struct quantity message[RANK_LINKS][MESSAGE_SIZES];
};

struct rank_costs {
	int count;
	struct rank_table table[RANK_TABLES];
};

/* Returns "same-host" or "other-host". */
const char *rank_link_name(enum rank_link link);

/* Return "own", "common" or "few", and the number of a name: -1 for no such name. */
const char *rank_cores_name(enum rank_cores cores);
int rank_cores_named(const char *name);

/* Returns the i-th size of a measured message, in bytes. */
size_t message_size(int i);

/* Finds the start-up and the seconds for each byte that come nearest to the measured times: the sum
 * of the squares of the relative errors is the least. Returns false for a link that was not
 * measured. */
bool rank_link_fit(const struct rank_table *table, enum rank_link link, double *beta, double *tau);

/* Returns the table of that MPI, or NULL. */
const struct rank_table *rank_costs_find(
	const struct rank_costs *costs, const char *mpi, enum rank_cores cores);

/* Adds the measured times of a table, instead of older times of the same links. Where there is no
 * room, the oldest table is dropped. */
void rank_costs_add(struct rank_costs *costs, const struct rank_table *table);

/* Reads a file of costs. `name` is the name of the file, for error messages. `key` names the
 * machine that the file must describe. Returns 0, or -EINVAL with the file's name and the line as
 * why: another version, an unknown word, a file that is cut off, or another machine. */
int rank_costs_read(struct rank_costs *costs, FILE *file, const char *name, const char *key);

/* Writes the file. Returns 0, or -EIO with why. */
int rank_costs_write(struct rank_costs *costs, FILE *file, const char *key);

#endif
