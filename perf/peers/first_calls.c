/* Times what a program pays once: opening a team, its first run, its first calls. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/monotonic.h"
#include "grove.h"
#include "perf/peers/peer.h"

/*	first
 *	first start NET | calls NET	one launch: seconds, as three numbers or as one
 *
 * Each sample is from a process of its own, with the options that a team has when nobody sets any.
 * Without a calibration, and once more with the calibration PEER_MACHINE, beside which the library
 * keeps the choices of a first launch that is not timed. */

enum {
	LAUNCHES = 50,
	BLOCK = 8,
	MOST_NODES = 256,
	MOST_TIMES = 3
};

/* ---- One launch ---- */

static struct grove_team *opened(const char *network)
{
	struct grove_team *team;

	if (grove_team_open(&team, &(struct grove_team_options){ .network = network }))
		peer_fail(grove_why());
	return team;
}

static void closed(struct grove_team *team, int error)
{
	if (error)
		peer_fail(grove_why());
	if (grove_team_free(team))
		peer_fail(grove_why());
}

static int nothing(struct grove_node *me, void *unused)
{
	(void)me, (void)unused;
	return 0;
}

static void start(const char *network)
{
	double begin = monotonic_seconds(), open, run;
	struct grove_team *team = opened(network);
	int error;

	open = monotonic_seconds() - begin;
	error = grove_team_run(team, nothing, NULL);
	run = monotonic_seconds() - begin - open;
	closed(team, error);
	printf("%.9g %.9g %.9g\n", open, run, monotonic_seconds() - begin);
}

/* Node 0 writes the seconds from its first call to the end of its third. */
static int calls(struct grove_node *me, void *seconds)
{
	double in[MOST_NODES] = { 1 }, out[MOST_NODES], begin = monotonic_seconds();
	int error = grove_broadcast(me, in, BLOCK, 0);

	if (!error)
		error = grove_allreduce(me, in, out, 1, GROVE_F64, GROVE_SUM);
	if (!error && out[0] != grove_team_nodes(grove_node_team(me)))
		peer_fail("the sum is wrong");
	if (!error)
		error = grove_alltoall(me, in, out, BLOCK);
	if (!grove_node_number(me))
		*(double *)seconds = monotonic_seconds() - begin;
	return error;
}

static void first_calls(const char *network)
{
	struct grove_team *team = opened(network);
	double seconds = NAN;

	closed(team, grove_team_run(team, calls, &seconds));
	printf("%.9g\n", seconds);
}

/* ---- Many launches ---- */

static void replaced(const char *what, const char *network, const char *machine, int to)
{
	dup2(to, STDOUT_FILENO);
	setenv("GROVE_MACHINE", machine, 1);
	setenv("GROVE_TUNE", "", 1);
	execl("/proc/self/exe", "first", what, network, (char *)NULL);
	_exit(127);
}

/* Reads the times that a launch prints. */
static void launch(
	double times[MOST_TIMES], const char *what, const char *network, const char *machine)
{
	int ends[2], status;
	FILE *said;
	pid_t child;

	fflush(stdout);
	child = pipe(ends) ? -1 : fork();
	if (child < 0)
		peer_fail("no process");
	if (!child)
		replaced(what, network, machine, ends[1]);
	close(ends[1]);
	said = fdopen(ends[0], "r");
	if (!said || fscanf(said, "%lf %lf %lf", &times[0], &times[1], &times[2]) < 1)
		peer_fail("a launch failed");
	fclose(said);
	if (waitpid(child, &status, 0) != child || status)
		peer_fail("a launch failed");
}

/* sample[k][i] is time k of launch i. */
static void launch_all(double sample[MOST_TIMES][LAUNCHES], const char *what, const char *network,
	const char *machine)
{
	double times[MOST_TIMES] = { 0 };

	for (int i = 0; i < LAUNCHES; i++) {
		launch(times, what, network, machine);
		for (int k = 0; k < MOST_TIMES; k++)
			sample[k][i] = times[k];
	}
}

static void write_times(
	const char *what, const char *network, int nodes, size_t bytes, double *sample)
{
	struct peer_row row = { .collective = what,
		.algorithm = "grove",
		.network = network,
		.nodes = nodes,
		.bytes = bytes,
		.time = stats_of(sample, LAUNCHES) };

	row.p95 = sample[(95 * LAUNCHES + 99) / 100 - 1];
	peer_write(&row);
}

static void time_start(const char *network, int nodes)
{
	static const char *const name[MOST_TIMES] = { "team-open", "first-run", "open-to-close" };
	double sample[MOST_TIMES][LAUNCHES];

	launch_all(sample, "start", network, "");
	for (int k = 0; k < MOST_TIMES; k++)
		write_times(name[k], network, nodes, 0, sample[k]);
}

static void time_calls(const char *network, int nodes)
{
	const char *machine = getenv("PEER_MACHINE");
	double sample[MOST_TIMES][LAUNCHES];

	launch_all(sample, "calls", network, "");
	write_times("first-calls", network, nodes, BLOCK, sample[0]);
	if (!machine || !*machine)
		return;
	launch(sample[0], "calls", network, machine);
	launch_all(sample, "calls", network, machine);
	write_times("first-calls-kept", network, nodes, BLOCK, sample[0]);
}

int main(int argc, char **argv)
{
	static const struct {
		const char *network;
		int nodes;
		bool starts;
	} networks[] = { { "gh:2", 2, true }, { "cube:3", 8, true }, { "cube:4", 16, true },
		{ "cube:6", 64, false }, { "star:5", 120, false }, { "ccc:4", 64, false } };

	if (argc == 3 && !strcmp(argv[1], "start")) {
		start(argv[2]);
		return 0;
	}
	if (argc == 3 && !strcmp(argv[1], "calls")) {
		first_calls(argv[2]);
		return 0;
	}
	peer_begin();
	for (size_t i = 0; i < sizeof networks / sizeof networks[0]; i++) {
		if (networks[i].starts)
			time_start(networks[i].network, networks[i].nodes);
		time_calls(networks[i].network, networks[i].nodes);
	}
	peer_end();
	return 0;
}
