/* Gives up while large packets are under way between other nodes: each rank gets the error, and a
 * new team works. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <time.h>
#include "tests/mpi/mpi_help.h"

/* Called as: mpi_aborts NETWORK BYTES MOMENTS NANOSECONDS, with a rank for each node: each work is
 * given up at so many moments within that time. */

static size_t bytes;
static long nap_ns;

/* ---- Works of all nodes ---- */

static int gathers(struct grove_node *me, char *in, char *out)
{
	return grove_allgather(me, in, out, bytes);
}

static int folds(struct grove_node *me, char *in, char *out)
{
	return grove_allreduce(me, in, out, bytes, GROVE_U8, GROVE_SUM);
}

/* More messages to the next node than are under way at a time. All requests are waited for, also
 * after an error: the memory is the caller's. */
static int sends(struct grove_node *me, char *in, char *out)
{
	enum {
		MESSAGES = 10
	};
	struct grove_request *request[MESSAGES];
	int v = grove_node_number(me), error = 0, begun = 0;

	for (; begun < MESSAGES && !error; begun += !error)
		error = grove_start(me,
			&(struct grove_operation){
				.verb = "send", .in = in, .count = bytes, .node = (v + 1) % nodes },
			&request[begun]);
	for (int k = 0; k < MESSAGES && !error; k++)
		error = grove_recv(me, out, bytes, (v + nodes - 1) % nodes, 0, NULL);
	for (int k = 0; k < begun; k++) {
		int own = grove_wait(&request[k]);

		error = error ? error : own;
	}
	return error;
}

static int gathers_below(struct grove_node *me, char *in, char *out)
{
	struct grove_node *sub;

	TRY(grove_split(me, 0, grove_node_number(me), NULL, &sub));
	TRY(gathers(sub, in, out));
	TRY(gathers(sub, in, out));
	return grove_leave(sub);
}

typedef int work_of(struct grove_node *me, char *in, char *out);
static work_of *const works[] = { gathers, folds, sends, gathers_below };

/* ---- Giving up ---- */

/* The last node does its work once, sleeps, and gives up. Meanwhile the others are at work again,
 * and expect packets. */
static int gives_up(struct grove_node *me, void *argument)
{
	const struct timespec nap = { 0, nap_ns };
	work_of *const *work = argument;
	FREED char *in = calloc(1, bytes), *out = calloc((size_t)nodes, bytes);

	TRY((*work)(me, in, out));
	if (grove_node_number(me) < nodes - 1)
		return (*work)(me, in, out);
	nanosleep(&nap, NULL);
	return -EDOM;
}

static int sums(struct grove_node *me, void *argument)
{
	int in = 1, out = 0;

	TRY(grove_allreduce(me, &in, &out, 1, GROVE_I32, GROVE_SUM));
	return out == nodes ? 0 : -ERANGE;
}

static struct grove_team *open_team(const char *network)
{
	return team_over_mpi(&(struct grove_mpi_options){
		.team = { .network = network, .threads = 1, .timeout = 60, .pin = "none" } });
}

static void try(const char *network, work_of *const *work)
{
	struct grove_team *team = open_team(network);

	if (grove_team_run(team, gives_up, (void *)work) != -EDOM)
		fail("gives up", grove_why());
	grove_team_free(team);
}

int main(int argc, char **argv)
{
	struct grove_team *team;
	int moments;

	start_mpi(&argc, &argv, MPI_THREAD_FUNNELED);
	nodes = ranks;
	bytes = strtoul(argv[2], NULL, 10);
	moments = atoi(argv[3]);
	for (size_t w = 0; w < sizeof works / sizeof *works; w++)
		for (int k = 0; k < moments; k++) {
			nap_ns = atol(argv[4]) * k / moments;
			try(argv[1], &works[w]);
		}
	team = open_team(argv[1]);
	if (grove_team_run(team, sums, NULL))
		fail("a new team", grove_why());
	grove_team_free(team);
	return end_mpi();
}
