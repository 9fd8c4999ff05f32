/* Tries the MPI's own collectives for each verb, and compares with threads, bit for bit. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <unistd.h>
#include "tests/mpi/mpi_help.h"

/* Called as: mpi_choices NETWORK BYTES [in-place|any-order|slow|mistakes|threads], with as many
 * nodes in each rank. Each rank has both teams, and makes the same calls on both. "slow", with 64
 * KiB: the root of a broadcast and node 0 of a scan come so late to calls that try another way that
 * the MPI's own are chosen, on a busy machine as well; then mistakes are made, too. "any-order":
 * the scans are sums of floats. "threads": a rank has two threads. */

enum {
	CALLS = 180,
	VERBS = 10,
	MOST_NODES = 16,
	TRIED = 48, /* calls of each of the MPI's own collectives, at least */
	SLOW_US = 40000,
	SERIES = 2, /* calls of a way of 64 KiB, in turns: a plan, the MPI's own, shared memory */
	WAYS = 3,
	TRIALS = 6
};

static int of_rank, scans;
static _Atomic int broadcasts;
static bool in_place, any_order, slow, mistaken;
static size_t bytes;

/* grove itself calls no MPI_Scan. */
int MPI_Scan(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
	scans++;
	return PMPI_Scan(in, out, count, type, op, comm);
}

int MPI_Bcast(void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm)
{
	broadcasts++;
	return PMPI_Bcast(buffer, count, type, root, comm);
}

/* Several nodes of a rank make a scan of it; nodes call an exscan as well. */
int MPI_Exscan(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
	scans += of_rank > 1;
	return PMPI_Exscan(in, out, count, type, op, comm);
}

static void come_late(const struct grove_node *me, int node, int call)
{
	int series = call / SERIES;

	if (slow && grove_node_number(me) == node && series < WAYS * TRIALS && series % WAYS != 1)
		usleep(SLOW_US);
}

static void refill(unsigned char *at, size_t count, unsigned salt)
{
	for (size_t i = 0; i < count; i++)
		at[i] = (unsigned char)((i * 2654435761u + salt * 40503u) >> 13);
}

/* Sums of small integers do not round, in any order. */
static int scan_floats(struct grove_node *me, const unsigned char *in, void *out)
{
	size_t count = bytes / sizeof(double);
	FREED double *numbers = malloc(bytes);

	for (size_t i = 0; i < count; i++)
		numbers[i] = in[i];
	return grove_scan(me, numbers, out, count, GROVE_F64, GROVE_SUM);
}

static const char *const verb_names[VERBS] = { "broadcast", "reduce", "scatter", "gather",
	"allgather", "reducescatter", "allreduce", "alltoall", "scan", "exscan" };

/* Calls a verb, and sets *result to the bytes that it must write at this node, from `out` on. */
static int verb(struct grove_node *me, int number, void *in, void *out, int root, size_t *result)
{
	bool own = grove_node_number(me) == root;
	void *each = in_place ? GROVE_IN_PLACE : in,
	     *at_root = in_place && own ? GROVE_IN_PLACE : in;
	const struct grove_fold nameless = { GROVE_SUM->function, NULL, NULL };
	size_t all = bytes * (size_t)nodes;

	*result = bytes;
	switch (number) {
	case 0:
		return grove_broadcast(me, out, bytes, root);
	case 1:
		*result = own ? bytes : 0;
		return grove_reduce(me, at_root, out, bytes / 4, GROVE_I32, &nameless, root);
	case 2:
		*result = in_place && own ? 0 : bytes;
		return grove_scatter(me, in, in_place && own ? GROVE_IN_PLACE : out, bytes, root);
	case 3:
		*result = own ? all : 0;
		return grove_gather(me, at_root, out, bytes, root);
	case 4:
		*result = all;
		return grove_allgather(me, each, out, bytes);
	case 5:
		return grove_reducescatter(me, each, out, bytes / 2, GROVE_U16, GROVE_MAX);
	case 6:
		return grove_allreduce(me, each, out, bytes / 8, GROVE_I64, GROVE_PROD);
	case 7:
		*result = all;
		return grove_alltoall(me, each, out, bytes);
	case 8:
		if (any_order)
			return scan_floats(me, in, out);
		return grove_scan(me, each, out, bytes / 4, GROVE_U32, GROVE_XOR);
	default:
		*result = grove_node_number(me) ? bytes : 0;
		return grove_exscan(me, each, out, bytes, GROVE_I8, GROVE_MIN);
	}
}

/* Makes all calls, and hashes the results of each node. */
static int body(struct grove_node *me, void *hash)
{
	size_t most = bytes * (size_t)nodes, result;
	FREED unsigned char *in = malloc(most), *out = malloc(most);
	int v = grove_node_number(me);
	uint64_t *at = (uint64_t *)hash + v * VERBS;

	for (int k = 0; k < CALLS; k++)
		for (int number = 0; number < VERBS; number++) {
			int root = (k + number) % nodes;

			refill(in, most, (unsigned)((k * VERBS + number) * nodes + v));
			refill(out, most, (unsigned)((k * VERBS + number) * nodes + v + 7));
			if (number == 0 || number == 8)
				come_late(me, number ? 0 : root, k);
			TRY(verb(me, number, in, out, root, &result));
			for (size_t i = 0; i < result; i++)
				at[number] = at[number] * UINT64_C(1099511628211) + out[i];
		}
	return 0;
}

static struct grove_team *open_team(const struct grove_team_options *options)
{
	return team_over_mpi(
		&(struct grove_mpi_options){ .team = *options, .any_order = any_order });
}

static void run_calls(uint64_t *hash, struct grove_team *team)
{
	if (grove_team_run(team, body, hash))
		fail("the calls", grove_why());
}

/* ---- Mistakes, after the choice ---- */

/* Broadcasts until the MPI's own is chosen, and then with other bytes and another root on node 1,
 * where 0 bytes mean that node 1 returns. Root -1: the same with an allreduce, and node 1 folds in
 * a way that has only a plan. */
struct mistake {
	size_t bytes;
	int root, error;
	const char *words;
};

static _Atomic bool by_mpi; /* the last right broadcast was the MPI's own */

static int makes(struct grove_node *me, void *argument)
{
	const struct mistake *mistake = argument;
	FREED char *buffer = calloc(1, bytes), *sums = calloc(1, bytes);
	bool one = grove_node_number(me) == 1;

	for (int k = 0; k < CALLS; k++) {
		int before = broadcasts;

		come_late(me, 0, k);
		TRY(grove_broadcast(me, buffer, bytes, 0));
		by_mpi = broadcasts != before;
	}
	for (int k = 0; k < CALLS && mistake->root < 0; k++)
		TRY(grove_allreduce(me, buffer, sums, bytes / 8, GROVE_I64, GROVE_SUM));
	if (mistake->root < 0)
		return grove_allreduce(me, buffer, sums, bytes / 8, one ? GROVE_F64 : GROVE_I64,
			one ? GROVE_MIN : GROVE_SUM);
	if (one && !mistake->bytes)
		return 0;
	return grove_broadcast(me, buffer, one ? mistake->bytes : bytes, one ? mistake->root : 0);
}

static void mistakes(const struct grove_team_options *options)
{
	const struct mistake all[] = {
		{ bytes - 16, 0, -EINVAL, "calls broadcast" }, { bytes, 1, -EINVAL, "from root 1" },
		{ 0, 0, -ECANCELED, " has " }, { bytes, -1, -EINVAL, "calls allreduce" } };

	for (int i = 0; i < COUNT(all); i++) {
		struct grove_team *team = open_team(options);
		int error = grove_team_run(team, makes, (void *)(uintptr_t)&all[i]);

		/* In shared memory the ranks wait for the root alone, and the end of node 1 is
		 * found at the end. The other nodes of its rank wait for it, but not in a plan. */
		if (error == -EINVAL && !all[i].bytes && (of_rank > 1 || !by_mpi))
			error = -ECANCELED;
		else if (!all[i].bytes && of_rank == 1 && !by_mpi)
			fail("the end of node 1 is found too early", grove_why());
		if (error != all[i].error || !strstr(grove_why(), all[i].words))
			fail(all[i].words, grove_why());
		if (grove_team_free(team))
			fail("closing", grove_why());
	}
}

static bool given(int argc, char **argv, const char *word)
{
	return argc > 3 && !strcmp(argv[3], word);
}

int main(int argc, char **argv)
{
	struct grove_team_options options = { .network = argv[1], .timeout = 10, .pin = "none" };
	static uint64_t over_mpi[MOST_NODES * VERBS], on_threads[MOST_NODES * VERBS];
	struct grove_team *mpi, *threads;

	start_mpi(&argc, &argv, MPI_THREAD_SERIALIZED);
	bytes = (size_t)atol(argv[2]);
	if (given(argc, argv, "threads"))
		options.threads = 2;
	in_place = given(argc, argv, "in-place");
	any_order = given(argc, argv, "any-order");
	slow = given(argc, argv, "slow");
	mistaken = slow || given(argc, argv, "mistakes");
	mpi = open_team(&options);
	if (grove_team_open(&threads, &options))
		stop();
	nodes = grove_team_nodes(mpi);
	of_rank = nodes / ranks;
	run_calls(over_mpi, mpi);
	run_calls(on_threads, threads);
	if (mistaken)
		mistakes(&options);
	for (int k = 0; k < nodes * VERBS; k++)
		if (here(k / VERBS) && over_mpi[k] != on_threads[k])
			fail(verb_names[k % VERBS], "a node has another result than on threads");
	if (scans < (slow ? CALLS - TRIED : TRIED))
		fail("the MPI's own scans", "are too few");
	return close_both(threads, mpi);
}
