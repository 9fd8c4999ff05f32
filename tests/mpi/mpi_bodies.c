/* Large packets are expected before arrival, prepared requests of MPI are kept, and calls that
 * differ leave nothing behind. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <grove_mpi.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "library/wired.h"

/* Called as: mpi_bodies NETWORK THREADS SEED. The program stands between the library and MPI, and
 * counts large requests. */

enum {
	LARGE = 32 << 10, /* bytes of a packet, more than any header has */
	PIECES = 12,
	BYTES = LARGE * PIECES,
	FOLDED = 3001, /* of bodies that are folded: a packet has more of them than are kept */
	RUNS = 5,
	ROUNDS = 20,
	CALLS = 6,
	KEPT = 1024
};

static int rank, ranks, nodes, failures;

static void fail(const char *what, int a, int b)
{
	if (failures++ < 5)
		fprintf(stderr, "rank %d: %s: %d, %d (%s)\n", rank, what, a, b, grove_why());
}

/* ---- Between the library and MPI ---- */

static int made, most; /* large requests so far; receptions that MPI looks at, at most */
static MPI_Request reception[KEPT];
static int receptions;

static bool is_large(int count, MPI_Datatype type)
{
	int size;

	MPI_Type_size(type, &size);
	return (long)count * size >= LARGE;
}

int MPI_Isend(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
	MPI_Request *request)
{
	made += is_large(count, type);
	return PMPI_Isend(buffer, count, type, to, tag, comm, request);
}

int MPI_Send_init(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
	MPI_Request *request)
{
	made += is_large(count, type);
	return PMPI_Send_init(buffer, count, type, to, tag, comm, request);
}

int MPI_Irecv(void *buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
	MPI_Request *request)
{
	made += is_large(count, type);
	return PMPI_Irecv(buffer, count, type, from, tag, comm, request);
}

int MPI_Recv_init(void *buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
	MPI_Request *request)
{
	int error = PMPI_Recv_init(buffer, count, type, from, tag, comm, request);

	if (is_large(count, type)) {
		made++;
		if (receptions < KEPT)
			reception[receptions++] = *request;
	}
	return error;
}

int MPI_Testsome(int count, MPI_Request request[], int *ended, int places[], MPI_Status status[])
{
	int large = 0;

	for (int k = 0; k < count; k++)
		for (int r = 0; r < receptions; r++)
			large += request[k] == reception[r];
	most = large > most ? large : most;
	return PMPI_Testsome(count, request, ended, places, status);
}

/* ---- Calls ---- */

static struct grove_plan *plan;

/* The fault of a node: node `wrong` takes part in call `when` in another way than the other
 * nodes. */
struct mistake {
	enum {
		NOTHING,
		FEWER,
		MORE,
		OTHER_ROOT,
		LEAVES,
		GIVES_UP,
		MISTAKES
	} what;
	int wrong, when;
};

static int node_call(struct grove_node *me, const struct mistake *mistake, int call,
	unsigned char *in, unsigned char *out)
{
	bool wrong = grove_node_number(me) == mistake->wrong && call == mistake->when;
	size_t bytes = BYTES;

	switch (wrong ? mistake->what : NOTHING) {
	case FEWER:
		bytes = BYTES / 2;
		break;
	case MORE:
		bytes = BYTES * 2;
		break;
	case OTHER_ROOT:
		return grove_broadcast(me, out, BYTES, mistake->wrong);
	case GIVES_UP:
		return -EDOM;
	default:
		break;
	}
	if (call % 3 == 1)
		return grove_allgather(me, in, out, bytes);
	if (call % 3 == 2)
		return grove_allreduce(me, in, out, bytes, GROVE_U8, GROVE_SUM);
	return grove_execute(me, plan, in, out, bytes);
}

static bool all_are(const unsigned char *out, int value)
{
	size_t i = 0;

	while (i < BYTES && out[i] == (unsigned char)value)
		i++;
	return i == BYTES;
}

/* Node v's input is v + call + 1 everywhere, and the root broadcasts call + 1. */
static bool is_right(const unsigned char *out, int call)
{
	int sum = 0;

	if (call % 3 == 0)
		return all_are(out, call + 1);
	for (int u = 0; u < nodes; u++) {
		if (call % 3 == 1 && !all_are(out + (size_t)u * BYTES, u + call + 1))
			return false;
		sum += u + call + 1;
	}
	return call % 3 == 1 || all_are(out, sum);
}

static int calls(struct grove_node *me, void *argument)
{
	const struct mistake *mistake = argument;
	size_t room = (size_t)nodes * 2 * BYTES;
	unsigned char *in = calloc(1, 2 * BYTES), *out = calloc(1, room);
	int v = grove_node_number(me), error = 0;

	for (int call = 0; call < CALLS && !error; call++) {
		if (mistake->what == LEAVES && v == mistake->wrong && call == mistake->when)
			break;
		memset(in, v + call + 1, 2 * BYTES);
		memset(out, v ? 0 : call + 1, room);
		error = node_call(me, mistake, call, in, out);
		if (!error && !is_right(out, call))
			error = -ERANGE;
	}
	free(in);
	free(out);
	return error;
}

/* ---- Cases ---- */

static void run(struct grove_team *team, const struct mistake *mistake)
{
	int error = grove_team_run(team, calls, (void *)(uintptr_t)mistake), first = error;

	MPI_Bcast(&first, 1, MPI_INT, 0, MPI_COMM_WORLD);
	if (error != first)
		fail("the ranks have different errors", error, first);
	if ((error != 0) != (mistake->what != NOTHING) || error == -ERANGE || error == -ETIMEDOUT ||
		error == -EIO)
		fail("mistake and error", mistake->what, error);
}

static struct grove_team *open_team(char **argv)
{
	struct grove_team *team;

	if (grove_mpi_open(&team, MPI_COMM_WORLD,
		    &(struct grove_mpi_options){ .team = { .network = argv[1],
							 .threads = atoi(argv[2]),
							 .timeout = 6,
							 .pin = "none" } })) {
		fprintf(stderr, "%s\n", grove_why());
		MPI_Abort(MPI_COMM_WORLD, 1);
	}
	grove_wired_bodies(team, FOLDED);
	return team;
}

static void team_end(struct grove_team *team)
{
	if (grove_team_free(team))
		fail("close", 0, 0);
}

/* A team is of no use after a mistake, but for those that are open beside it. */
static void mistakes(char **argv)
{
	const struct mistake none = { NOTHING, 0, 0 };
	struct grove_team *beside = open_team(argv);

	srand((unsigned)atoi(argv[3]));
	for (int k = 0; k < ROUNDS; k++) {
		struct grove_team *team = open_team(argv);
		struct mistake mistake = { 1 + rand() % (MISTAKES - 1), rand() % nodes,
			rand() % CALLS };

		run(team, &none);
		run(team, &mistake);
		run(beside, &none);
		team_end(team);
	}
	team_end(beside);
}

/* A broadcast of packets that all ranks pass on, again and again with the same buffers. */
static void keeps(struct grove_team *team)
{
	struct grove_buffers *buffers = calloc((size_t)nodes, sizeof *buffers);
	unsigned char *memory = calloc((size_t)nodes, BYTES);
	int before = 0;

	for (int v = 0; v < nodes; v++)
		buffers[v].out = memory + (size_t)v * BYTES;
	for (int k = 0; k < RUNS; k++) {
		before = made;
		memset(memory, k + 1, BYTES);
		if (grove_team_execute(team, plan, buffers, BYTES))
			fail("execute", k, 0);
		for (int v = rank * nodes / ranks; v < (rank + 1) * nodes / ranks; v++)
			if (memory[(size_t)v * BYTES] != k + 1 ||
				memory[(size_t)(v + 1) * BYTES - 1] != k + 1)
				fail("the bytes of a node", v, k);
	}
	if (made != before)
		fail("requests that the last run made", made - before, 0);
	if (rank && most < 2)
		fail("receptions at once", most, 2);
	free(buffers);
	free(memory);
}

int main(int argc, char **argv)
{
	struct grove_problem problem = {
		.collective = "broadcast", .algorithm = "bfs", .packet = LARGE
	};
	struct grove_team *team;
	int level;

	MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	if (argc < 4 || grove_plan_make(&plan, argv[1], &problem)) {
		fprintf(stderr, "%s\n", grove_why());
		MPI_Abort(MPI_COMM_WORLD, 1);
		return 1;
	}
	team = open_team(argv);
	nodes = grove_team_nodes(team);
	keeps(team);
	team_end(team);
	mistakes(argv);
	grove_plan_free(plan);
	MPI_Allreduce(MPI_IN_PLACE, &failures, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	MPI_Finalize();
	return failures != 0;
}
