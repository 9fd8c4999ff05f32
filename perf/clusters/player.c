/* Plays plans, and MPI's own collectives, in the simulated time of SimGrid. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "base/error.h"
#include "mpi/mpi_native.h"
#include "perf/clusters/player_case.h"
#include "perf/clusters/player_program.h"
#include "perf/data/test_pattern.h"
#include "plan/program/dependence.h"
#include "plan/tape.h"

/*	player CASES        under perf/clusters/simulate.sh, with a rank for each node
 *
 * CASES is a file with a case in each line (player_case.h). Data is checked to the last byte; with
 * `timed` no bytes are carried, so that large cases need no memory. For each case rank 0 prints the
 * words of the case before NAME=VALUE, the simulated seconds from the first entry to the last exit,
 * the packets that all nodes send (0: MPI's own), and the number of nodes whose data is wrong (-:
 * timed).
 *
 * All ranks live in one process (smpi/privatization is off), take turns, and share the case. */

static struct player_case now = { .words = "" };

static void die(const char *text)
{
	fprintf(stderr, "player: %s: %s\n", now.words, text);
	MPI_Abort(MPI_COMM_WORLD, 2);
}

static void need(int error)
{
	if (error)
		die(why_text());
}

/* ---- A node ---- */

static struct program *program_of(int v)
{
	struct lowering lowering = { .inline_bytes = SIZE_MAX, .apart = true };
	struct program *program = NULL;
	struct tape tape = { 0 };

	need(now.plan ? plan_tape(&tape, now.plan, &now.binding, v, false)
		      : schedule_tape(&tape, now.schedule, v));
	need(program_lower(&program, &now.problem, &tape, &now.binding, &lowering, v));
	need(dependences_make(&program->dependences, program, &now.problem, false));
	tape_free(&tape);
	return program;
}

/* With `timed`, SimGrid folds all large memory of all ranks on the same pages. */
static unsigned char *memory_of(size_t bytes)
{
	unsigned char *memory =
		now.timed ? SMPI_SHARED_MALLOC(bytes ? bytes : 1) : malloc(bytes ? bytes : 1);

	if (!memory)
		die("no memory");
	return memory;
}

static void give_back(unsigned char *memory)
{
	if (now.timed)
		SMPI_SHARED_FREE(memory);
	else
		free(memory);
}

/* Waits until all ranks begin at the same simulated time, which a barrier alone does not bring. */
static double begin_together(void)
{
	double mine = MPI_Wtime(), last;
	struct timespec rest = { 0 };

	MPI_Allreduce(&mine, &last, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
	rest.tv_nsec = (long)((last + 1e-3 - MPI_Wtime()) * 1e9);
	nanosleep(&rest, NULL);
	return MPI_Wtime();
}

static void report(double took, long long packets, int bad)
{
	double slowest = 0;
	long long all = 0;
	int wrong = 0, v;

	MPI_Comm_rank(MPI_COMM_WORLD, &v);
	MPI_Reduce(&took, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
	MPI_Reduce(&packets, &all, 1, MPI_LONG_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
	MPI_Reduce(&bad, &wrong, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
	if (v)
		return;
	printf("%s seconds=%.9g packets=%lld wrong=", now.words, slowest, all);
	printf(now.timed ? "-\n" : "%d\n", wrong);
	fflush(stdout);
}

/* An operation that computes nothing: SimGrid charges no time for folds, and neither shall the
 * simulation take time for the folds of a thousand nodes. */
static void compute_nothing(void *in, void *result, int *count, MPI_Datatype *type)
{
	(void)in, (void)result, (void)count, (void)type;
}

/* Calls MPI's own function. Folds are sums of unsigned bytes. */
static void call_own(const struct pattern_buffers *buffers)
{
	struct native_elements elements = { MPI_UNSIGNED_CHAR, MPI_SUM };
	const struct native_call call = { .collective = now.problem.collective,
		.in = buffers->in,
		.out = buffers->out,
		.count = now.binding.bytes,
		.root = now.problem.root };

	if (now.timed)
		MPI_Op_create(compute_nothing, 1, &elements.op);
	if (!collective_of_mpi(call.collective) ||
		native_call_with(&call, &elements, MPI_COMM_WORLD))
		die("MPI has no such function, or it failed");
	if (now.timed)
		MPI_Op_free(&elements.op);
}

static struct pattern_buffers buffers_of(const struct pattern *pattern, int v)
{
	size_t in = pattern_input_bytes(pattern, v), out = pattern_output_bytes(pattern, v);
	/* SMPI's reduce of MVAPICH2 writes results at nodes that are not the root, too. */
	size_t room = now.timed && in > out ? in : out;

	return (struct pattern_buffers){ memory_of(in + PATTERN_GUARD),
		memory_of(room + PATTERN_GUARD) };
}

static size_t largest_packet(const struct program *program)
{
	size_t most = 0;

	for (size_t i = 0; i < program->instructions; i++)
		if (program->instruction[i].bytes > most)
			most = program->instruction[i].bytes;
	return most;
}

/* The player of a plan. */
static struct player player_open(
	int v, const struct folding *folding, const struct pattern_buffers *buffers)
{
	const struct program *program = program_of(v);
	struct player player = { .program = program, .folding = folding };

	player.space[INPUT] = buffers->in;
	player.space[OUTPUT] = buffers->out;
	if (now.timed)
		player.anywhere = memory_of(largest_packet(program));
	else
		player.space[SCRATCH] = memory_of(program->scratch);
	return player;
}

static void player_close(struct player *player)
{
	if (player->space[SCRATCH])
		give_back(player->space[SCRATCH]);
	if (player->anywhere)
		give_back(player->anywhere);
	program_free((struct program *)player->program);
}

static void play_case(int v)
{
	struct folding folding;
	struct pattern pattern = { now.problem, GROVE_U8,
		collective_folds(now.problem.collective) ? GROVE_SUM : NULL, now.binding.bytes, 7 };
	struct pattern_buffers buffers = buffers_of(&pattern, v);
	struct player player = { 0 };
	struct wrong wrong = { 0 };
	size_t packets = 0;
	double began, took;

	need(folding_resolve(&folding, GROVE_U8, GROVE_SUM));
	if (!now.own)
		player = player_open(v, &folding, &buffers);
	if (!now.timed)
		pattern_fill(&pattern, v, 1, &buffers);
	began = begin_together();
	if (now.own)
		call_own(&buffers);
	else
		packets = player_run(&player);
	took = MPI_Wtime() - began;
	if (packets == SIZE_MAX)
		die("instructions wait for one another");
	if (!now.timed)
		pattern_check(&pattern, v, 1, &buffers, &wrong);
	report(took, (long long)packets, wrong.found);
	give_back(buffers.in);
	give_back(buffers.out);
	player_close(&player);
}

int main(int count, char **arguments)
{
	const char *refusal;
	char line[512];
	FILE *cases;
	int v, ranks;

	MPI_Init(&count, &arguments);
	MPI_Comm_rank(MPI_COMM_WORLD, &v);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	cases = count == 2 ? fopen(arguments[1], "r") : NULL;
	if (!cases)
		die("usage: player CASES, a file");
	while (fgets(line, sizeof line, cases)) {
		if (v == 0 && (refusal = player_case_open(&now, line)))
			die(refusal);
		MPI_Barrier(MPI_COMM_WORLD);
		if (now.problem.net.nodes != ranks)
			die("the network has another number of nodes than there are ranks");
		play_case(v);
		MPI_Barrier(MPI_COMM_WORLD);
		if (v == 0)
			player_case_close();
	}
	fclose(cases);
	MPI_Finalize();
	return 0;
}
