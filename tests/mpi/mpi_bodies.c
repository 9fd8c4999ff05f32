/* Large packets are expected before arrival, prepared requests of MPI are kept, and calls that
 * differ leave nothing behind. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include "library/wired.h"
#include "tests/mpi/mpi_help.h"

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

static void unless(bool holds, const char *what, int a, int b)
{
	char line[600];

	snprintf(line, sizeof line, "%d, %d (%s)", a, b, grove_why());
	if (!holds)
		fail(what, line);
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
	FREED unsigned char *in = calloc(1, 2 * BYTES), *out = calloc(1, room);
	int v = grove_node_number(me);

	for (int call = 0; call < CALLS; call++) {
		if (mistake->what == LEAVES && v == mistake->wrong && call == mistake->when)
			break;
		memset(in, v + call + 1, 2 * BYTES);
		memset(out, v ? 0 : call + 1, room);
		TRY(node_call(me, mistake, call, in, out));
		if (!is_right(out, call))
			return -ERANGE;
	}
	return 0;
}

/* ---- Cases ---- */

static void run_calls(struct grove_team *team, const struct mistake *mistake)
{
	int error = grove_team_run(team, calls, (void *)(uintptr_t)mistake), first = error;

	MPI_Bcast(&first, 1, MPI_INT, 0, MPI_COMM_WORLD);
	unless(error == first, "the ranks have different errors", error, first);
	unless((error != 0) == (mistake->what != NOTHING) && error != -ERANGE &&
			error != -ETIMEDOUT && error != -EIO,
		"mistake and error", mistake->what, error);
}

static struct grove_team *open_team(char **argv)
{
	struct grove_team *team =
		team_over_mpi(&(struct grove_mpi_options){ .team = { .network = argv[1],
								   .threads = atoi(argv[2]),
								   .timeout = 6,
								   .pin = "none" } });

	grove_wired_bodies(team, FOLDED);
	return team;
}

static void team_end(struct grove_team *team)
{
	unless(!grove_team_free(team), "close", 0, 0);
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

		run_calls(team, &none);
		run_calls(team, &mistake);
		run_calls(beside, &none);
		team_end(team);
	}
	team_end(beside);
}

/* A broadcast of packets that all ranks pass on, again and again with the same buffers. */
static void keeps(struct grove_team *team)
{
	FREED struct grove_buffers *buffers = calloc((size_t)nodes, sizeof *buffers);
	FREED unsigned char *memory = calloc((size_t)nodes, BYTES);
	int before = 0;

	for (int v = 0; v < nodes; v++)
		buffers[v].out = memory + (size_t)v * BYTES;
	for (int k = 0; k < RUNS; k++) {
		before = made;
		memset(memory, k + 1, BYTES);
		unless(!grove_team_execute(team, plan, buffers, BYTES), "execute", k, 0);
		for (int v = 0; v < nodes; v++)
			unless(!here(v) || (memory[(size_t)v * BYTES] == k + 1 &&
						   memory[(size_t)(v + 1) * BYTES - 1] == k + 1),
				"the bytes of a node", v, k);
	}
	unless(made == before, "requests that the last run made", made - before, 0);
	unless(!rank || most >= 2, "receptions at once", most, 2);
}

int main(int argc, char **argv)
{
	struct grove_problem problem = {
		.collective = "broadcast", .algorithm = "bfs", .packet = LARGE
	};
	struct grove_team *team;

	start_mpi(&argc, &argv, MPI_THREAD_MULTIPLE);
	if (argc < 4 || grove_plan_make(&plan, argv[1], &problem))
		stop();
	team = open_team(argv);
	nodes = grove_team_nodes(team);
	keeps(team);
	team_end(team);
	mistakes(argv);
	grove_plan_free(plan);
	return end_mpi();
}
