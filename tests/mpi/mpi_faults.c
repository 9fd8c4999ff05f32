/* Makes mistakes on a team over MPI: every rank gets the same error, with the same line, in time,
 * and so does every later call. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <grove_measure.h>
#include "tests/mpi/mpi_help.h"

/* Called as: mpi_faults [funneled], with two ranks. */

static const double LIMIT = 2; /* the teams' timeout, seconds */

/* Checks the error and that all ranks have the first rank's line, which has the words. */
static void same(const char *what, int error, int expected, const char *words)
{
	char line[512] = "", first[512];

	snprintf(line, sizeof line, "%s", error ? grove_why() : "");
	memcpy(first, line, sizeof first);
	MPI_Bcast(first, sizeof first, MPI_CHAR, 0, MPI_COMM_WORLD);
	if (error != expected) {
		fail(what, line);
		fprintf(stderr, "rank %d: %d in place of %d\n", rank, error, expected);
	}
	if (strcmp(first, line) != 0)
		fail(what, line);
	if (words && !strstr(line, words))
		fail(what, line);
}

static struct grove_team *open_team(const char *network, int threads)
{
	struct grove_team *team = NULL;
	int error = grove_mpi_open(&team, MPI_COMM_WORLD,
		&(struct grove_mpi_options){
			.team = { .network = network, .timeout = LIMIT, .threads = threads } });

	same(network, error, 0, NULL);
	return team;
}

/* ---- Bodies ---- */

static int sizes_differ(struct grove_node *me, void *argument)
{
	char buffer[64] = "";

	return grove_broadcast(me, buffer, grove_node_number(me) == 3 ? 16 : 24, 0);
}

static int blocks_differ(struct grove_node *me, void *argument)
{
	static char out[4][64];
	size_t sent[4] = { 8, 8, 8, 8 }, got[4] = { 8, 8, 8, 8 };
	struct grove_request *request;
	int v = grove_node_number(me);

	if (v == 2)
		got[1] = 9;
	TRY(grove_start(me,
		&(struct grove_operation){ .verb = "alltoall",
			.in = "32 bytes, of which each node gets 8",
			.out = out[v],
			.blocks = &(struct grove_blocks){ sent, NULL, got, NULL } },
		&request));
	return grove_wait(&request);
}

/* Both roots send a small message, and nobody takes the message. */
static int roots_differ(struct grove_node *me, void *argument)
{
	char buffer[64] = "";

	return grove_broadcast(me, buffer, 8, grove_node_number(me) / 2 * 2);
}

static int leaves(struct grove_node *me, void *argument)
{
	double in = 1, out;

	if (grove_node_number(me) == 2)
		return 0;
	return grove_allreduce(me, &in, &out, 1, GROVE_F64, GROVE_SUM);
}

static int refuses(struct grove_node *me, void *argument)
{
	return grove_node_number(me) == 3 ? -EDOM : 0;
}

enum {
	LARGE = 4 << 20
};

/* Large packets are under way when node 3 gives up. */
static int gives_up(struct grove_node *me, void *argument)
{
	FREED char *buffer = calloc(1, LARGE), *out = calloc(4, LARGE);

	if (grove_node_number(me) == 3)
		return -EDOM;
	return grove_allgather(me, buffer, out, LARGE);
}

static int sums(struct grove_node *me, void *argument)
{
	int in = 1, out = 0;

	TRY(grove_allreduce(me, &in, &out, 1, GROVE_I32, GROVE_SUM));
	return out == 4 ? 0 : -ERANGE;
}

static int splits_wrongly(struct grove_node *me, void *argument)
{
	struct grove_node *sub;

	return grove_split(me, 0, 0, grove_node_number(me) == 2 ? "cube:2" : "gh:4", &sub);
}

/* In a sub-team of nodes of both ranks. */
static int differ_below(struct grove_node *me, void *argument)
{
	struct grove_node *sub;
	char buffer[64] = "";
	int v = grove_node_number(me);

	TRY(grove_split(me, v % 2, 0, NULL, &sub));
	return grove_broadcast(sub, buffer, v == 2 ? 16 : 24, 0);
}

/* Node 2 is the only node of a rank in the sub-team. */
static int leaves_below(struct grove_node *me, void *argument)
{
	struct grove_node *sub;
	double in = 1, out;
	int v = grove_node_number(me);

	TRY(grove_split(me, v == 3, 0, NULL, &sub));
	TRY(v == 2 ? grove_leave(sub) : grove_allreduce(sub, &in, &out, 1, GROVE_F64, GROVE_SUM));
	return grove_barrier(me);
}

/* Nodes 0 and 2 wait for each other in a sub-team; nodes 1 and 3 wait in the team. */
static int circle_below(struct grove_node *me, void *argument)
{
	struct grove_node *sub;
	char byte;
	int v = grove_node_number(me);

	TRY(grove_split(me, v % 2, 0, NULL, &sub));
	if (v % 2 == 0)
		TRY(grove_recv(sub, &byte, 1, 1 - v / 2, 0, NULL));
	return grove_barrier(me);
}

static int tags_differ(struct grove_node *me, void *argument)
{
	char byte = 0;
	int v = grove_node_number(me);

	if (v == 0)
		return grove_send(me, &byte, 1, 2, 1);
	return v == 2 ? grove_recv(me, &byte, 1, 0, 2, NULL) : 0;
}

/* Node 2 has sent a message, and has then gone. */
static int misses(struct grove_node *me, void *argument)
{
	char byte = 0;
	int v = grove_node_number(me);

	if (v == 2)
		return grove_send(me, &byte, 1, 0, 0);
	for (int k = 0; k < 2 && v == 0; k++)
		TRY(grove_recv(me, &byte, 1, 2, 0, NULL));
	return 0;
}

/* Messages, small and large, are under way when node 3 gives up. */
static int leaves_messages(struct grove_node *me, void *argument)
{
	FREED char *buffer = calloc(1, LARGE);
	struct grove_request *request;
	int v = grove_node_number(me);

	if (v == 3) {
		TRY(grove_recv(me, buffer, 1, 0, 0, NULL));
		return -EDOM;
	}
	if (v == 0) {
		for (int k = 0; k < 3; k++)
			TRY(grove_send(me, buffer, 1, 3, k));
		return grove_send(me, buffer, LARGE, 3, 0);
	}
	TRY(grove_start(me,
		&(struct grove_operation){
			.verb = "recv", .out = buffer, .count = LARGE, .node = 3 - v },
		&request));
	return grove_wait(&request);
}

static int forgets(struct grove_node *me, void *argument)
{
	struct grove_request *request;
	double in = 1;
	static double out[4];

	return grove_start(me,
		&(struct grove_operation){ .verb = "allreduce",
			.in = &in,
			.out = &out[grove_node_number(me)],
			.count = 1,
			.type = GROVE_F64 },
		&request);
}

/* ---- Cases ---- */

static void run_fault(grove_body *body, int expected, const char *words)
{
	char line[512];
	int error;

	struct grove_team *team = open_team("cube:2", 0);
	double begun = MPI_Wtime();

	same(words, grove_team_run(team, body, NULL), expected, words);
	if (MPI_Wtime() - begun > 20 * LIMIT)
		fail(words, "took much longer than the timeout");
	snprintf(line, sizeof line, "%s", grove_why());
	error = grove_team_run(team, sums, NULL);
	if (!error)
		fail(words, "the team went on");
	same("run again", error, error, line);
	error = grove_team_phase(team, sums, NULL);
	same("a phase", error, error, line);
	same("closed", grove_team_free(team), 0, NULL);
}

/* What is refused before anything runs leaves the team as it is. */
static void run_refused(void)
{
	struct grove_team *team = open_team("cube:2", 0);
	struct grove_problem problem = { .collective = "broadcast", .algorithm = "sbt" };
	struct grove_problem by_reference = {
		.collective = "allgather", .algorithm = "sbt", .forward = "reference"
	};
	char bytes[4][64] = { "" }, all[4][256];
	struct grove_buffers buffers[4], others[4];
	struct grove_plan *plan;

	for (int v = 0; v < 4; v++) {
		buffers[v] = (struct grove_buffers){ NULL, bytes[v] };
		others[v] = (struct grove_buffers){ bytes[v], all[v] };
	}
	if (rank == 1)
		buffers[2].out = NULL;
	grove_plan_make(&plan, "cube:2", &problem);
	same("NULL", grove_team_execute(team, plan, buffers, 64), -EINVAL, "the output is NULL");
	buffers[2].out = bytes[2];
	same("execute", grove_team_execute(team, plan, buffers, 64), 0, NULL);
	grove_plan_free(plan);
	same("goes on", grove_team_run(team, sums, NULL), 0, NULL);
	if (!grove_plan_make(&plan, "cube:2", &by_reference))
		same("reference", grove_team_execute(team, plan, others, 64), -EINVAL,
			"no common memory");
	grove_plan_free(plan);
	same("closes", grove_team_free(team), 0, NULL);
}

static void refused(const struct grove_mpi_options *options, const char *words)
{
	struct grove_team *team;

	same("open", grove_mpi_open(&team, MPI_COMM_WORLD, options), -EINVAL, words);
}

static void open_wrongly(void)
{
	struct grove_mpi_options o = { .team = { .network = "gh:3" } };
	struct grove_pace pace = { 1e-3, 1e-6 };
	int places[4] = { 0, 0, 0, 0 };

	refused(&o, "evenly");
	o.team.network = rank ? "cube:1" : "cube:2";
	refused(&o, "different networks");
	o.team.network = "cube:2";
	o.rank_of = places;
	refused(&o, "rank 1 has no node");
	places[rank ? 1 : 2] = places[3] = 1;
	refused(&o, "tables of nodes");
	o.rank_of = NULL;
	o.team.pace = &pace;
	refused(&o, "no pace");
	o.team.pace = NULL;
	o.team.threads = GROVE_CALLER;
	refused(&o, "threads of its own");
	o.team.threads = rank ? 0 : 5;
	refused(&o, "5 threads");
	o.team.threads = 0;
	o.any_order = rank;
	refused(&o, "orders of folds");
	refused(NULL, "NULL");
	same("no communicator", grove_mpi_open(&(struct grove_team *){ 0 }, MPI_COMM_NULL, &o),
		-EINVAL, "MPI_COMM_NULL");
}

static void handler_stays(void)
{
	MPI_Errhandler before, after;

	MPI_Comm_get_errhandler(MPI_COMM_WORLD, &before);
	grove_team_free(open_team("cube:1", 0));
	MPI_Comm_get_errhandler(MPI_COMM_WORLD, &after);
	if (before != after)
		fail("the communicator's error handler", "changed");
}

static void run_funneled(void)
{
	struct grove_team *team;

	refused(&(struct grove_mpi_options){ .team = { .network = "cube:2", .threads = 2 } },
		"MPI_THREAD_FUNNELED is not enough for 2 threads");
	team = open_team("cube:2", 1);
	same("one thread", grove_team_run(team, sums, NULL), 0, NULL);
	grove_team_free(team);
}

int main(int argc, char **argv)
{
	bool funneled = argc > 1;

	start_mpi(&argc, &argv, funneled ? MPI_THREAD_FUNNELED : MPI_THREAD_MULTIPLE);
	if (funneled) {
		run_funneled();
	} else {
		open_wrongly();
		handler_stays();
		run_refused();
		run_fault(refuses, -EDOM, "the body of node 3 returned");
		run_fault(splits_wrongly, -EINVAL,
			"node 0 names the network gh:4, and node 2 cube:2");
		run_fault(leaves_messages, -EDOM, "node 3");
		run_fault(sizes_differ, -EINVAL, "node 3 calls broadcast #1 of 16 bytes");
		run_fault(
			blocks_differ, -EINVAL, "node 1 sends 8 bytes to node 2, which expects 9");
		run_fault(roots_differ, -EINVAL, "from root 2");
		run_fault(leaves, -ECANCELED, "node 2 has returned");
		run_fault(gives_up, -EDOM, NULL);
		run_fault(tags_differ, -ECANCELED,
			"with tag 2; messages with tag 1 have come; node 0 has returned");
		run_fault(misses, -ECANCELED, "node 2 has returned");
		run_fault(differ_below, -EINVAL, "node 1 calls broadcast #1 of 16 bytes");
		run_fault(leaves_below, -ECANCELED, "node 2 has left the sub-team");
		run_fault(circle_below, -ETIMEDOUT, "waits for");
		run_fault(forgets, -EINVAL, "that it began");
	}
	return end_mpi();
}
