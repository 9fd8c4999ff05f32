/* What programs over MPI share: a body on a team over MPI and on a team of threads, and what its
 * nodes wrote, compared. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TESTS_MPI_MPI_HELP_H
#define TESTS_MPI_MPI_HELP_H

#include <grove_mpi.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tests/ends.h"

/* Functions whose signatures others prescribe. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

ENDS(grove_plan, grove_plan_free(*ended))

static int rank, ranks, failures, nodes;
static int *rank_of;

static inline void fail(const char *what, const char *why)
{
	if (failures++ < 5)
		fprintf(stderr, "rank %d: %s: %s\n", rank, what, why);
}

/* All ranks end. */
static inline void stop(void)
{
	fprintf(stderr, "rank %d: %s\n", rank, grove_why());
	MPI_Abort(MPI_COMM_WORLD, 1);
}

static inline void start_mpi(int *argc, char ***argv, int threads)
{
	int level;

	MPI_Init_thread(argc, argv, threads, &level);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
}

/* Returns the status with which all ranks exit. */
static inline int end_mpi(void)
{
	MPI_Allreduce(MPI_IN_PLACE, &failures, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	if (!rank)
		printf("%d wrong\n", failures);
	MPI_Finalize();
	return failures != 0;
}

static inline struct grove_team *team_over_mpi(const struct grove_mpi_options *options)
{
	struct grove_team *team = NULL;

	if (grove_mpi_open(&team, MPI_COMM_WORLD, options))
		stop();
	return team;
}

/* ---- Both teams ---- */

/* Programs are called as: PROGRAM NETWORK THREADS [scattered]. Each rank has both teams. With
 * "scattered" node v is in rank v % ranks. */

enum {
	ROOM = 1 << 20 /* of a node's results */
};

static inline bool here(int v)
{
	return (rank_of ? rank_of[v] : v / (nodes / ranks)) == rank;
}

/* What a node writes: its results lie one after another. */
struct tape {
	unsigned char *at, *end;
};

static inline unsigned char *take(struct tape *tape, size_t bytes)
{
	unsigned char *at = tape->at;

	tape->at += bytes;
	if (tape->at > tape->end)
		abort();
	return at;
}

static inline unsigned char *fill(size_t bytes, int v, int salt)
{
	unsigned char *new = malloc(bytes + 1);

	for (size_t i = 0; i < bytes; i++)
		new[i] = (unsigned char)(i * 31 + (size_t)v * 7 + (size_t)salt);
	return new;
}

/* Runs twice: what the first run leaves must not matter. */
static inline unsigned char *run(struct grove_team *team, grove_body *body)
{
	unsigned char *memory = NULL;
	FREED struct tape *tapes = calloc((size_t)nodes, sizeof *tapes);

	if (posix_memalign((void **)&memory, 64, (size_t)nodes * ROOM))
		abort();
	memset(memory, 0, (size_t)nodes * ROOM);
	for (int v = 0; v < nodes; v++)
		tapes[v] =
			(struct tape){ memory + (size_t)v * ROOM, memory + ((size_t)v + 1) * ROOM };
	for (int k = 0; k < 2; k++) {
		for (int v = 0; v < nodes; v++)
			tapes[v].at = memory + (size_t)v * ROOM;
		if (grove_team_run(team, body, tapes))
			fail("run", grove_why());
	}
	return memory;
}

static inline void compare(const char *what, const unsigned char *a, const unsigned char *b)
{
	char line[80];

	for (int v = 0; v < nodes; v++)
		for (size_t i = 0; here(v) && i < ROOM; i++)
			if (a[(size_t)v * ROOM + i] != b[(size_t)v * ROOM + i]) {
				snprintf(line, sizeof line, "node %d, byte %zu", v, i);
				fail(what, line);
				return;
			}
}

/* Runs the body on both teams. */
static inline void compare_teams(
	const char *what, struct grove_team *threads, struct grove_team *mpi, grove_body *body)
{
	FREED unsigned char *a = run(threads, body), *b = run(mpi, body);

	compare(what, a, b);
}

static inline struct grove_team *open_mpi(char **argv)
{
	return team_over_mpi(&(struct grove_mpi_options){ .team = { .network = argv[1],
								  .threads = atoi(argv[2]),
								  .timeout = 60,
								  .pin = "none" },
		.rank_of = rank_of });
}

static inline void open_both(
	struct grove_team **threads, struct grove_team **mpi, int argc, char **argv)
{
	struct grove_team_options options = {
		.network = argv[1], .threads = 1, .timeout = 60, .pin = "none"
	};

	start_mpi(&argc, &argv, MPI_THREAD_MULTIPLE);
	if (grove_team_open(threads, &options))
		stop();
	nodes = grove_team_nodes(*threads);
	if (argc > 3)
		rank_of = calloc((size_t)nodes, sizeof *rank_of);
	for (int v = 0; v < nodes && rank_of; v++)
		rank_of[v] = v % ranks;
	*mpi = open_mpi(argv);
}

/* Returns the status with which all ranks exit. */
static inline int close_both(struct grove_team *threads, struct grove_team *mpi)
{
	if (grove_team_free(mpi) || grove_team_free(threads))
		fail("closing", grove_why());
	free(rank_of);
	return end_mpi();
}

#endif
