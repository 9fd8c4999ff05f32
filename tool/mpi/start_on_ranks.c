/* Starts the command on the ranks of an MPI: grove-mpi. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include "mpi/mpi_carrier.h"
#include "tool/arguments/command.h"
#include "tool/command_line.h"
#include "tool/mpi/ranks.h"
#include "tool/output/diagnostics.h"
#include "tool/output/standard_streams.h"

enum {
	ON_TEAMS = FOR_RUN | FOR_BENCH,
	ON_LINKS = FOR_CALIBRATE,
	ON_THREADS = FOR_DEMO | FOR_REPRODUCE | FOR_LINK | FOR_TUNE
};

/* Runs a sub-command that needs no team, in the first rank. */
static int run_alone(int argc, char **argv)
{
	return ranks_follow(ranks_own() ? STATUS_DONE : command_line(argc, argv));
}

/* Takes the word out of the words of a sub-command. Returns true if the word was there. */
static bool take(int *argc, char **argv, const char *word)
{
	int kept = 0;

	for (int i = 0; i < *argc; i++)
		if (i < 2 || strcmp(argv[i], word))
			argv[kept++] = argv[i];
	if (kept == *argc)
		return false;
	argv[ *argc = kept] = NULL;
	return true;
}

static bool asks_for_help(int argc, char **argv)
{
	for (int i = 2; i < argc; i++)
		if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h"))
			return true;
	return false;
}

/* The options belong to this program alone, so the table of options has no entries. */
static void help_own(void)
{
	puts("  --beside-mpi          also rows of the MPI's own collectives and messages, in "
	     "turns,\n"
	     "                        on the same data: a rank calls MPI once for all of its "
	     "nodes,\n"
	     "                        folds their inputs before, and gives each node its copy "
	     "afterwards\n"
	     "  --any-order           sums and products of floating-point numbers may round in any "
	     "order,\n"
	     "                        so that `auto` may leave them to the MPI");
}

static int starts; /* with these globals */

/* Refuses what simulated ranks, or any ranks, cannot measure. Returns an exit status. */
static int command_fits(const struct command *command)
{
	if (SIMULATED_RANKS && (command->bit & ON_LINKS || ranks_count() == 1))
		return refuse(ranks_count() == 1
				      ? "there is one simulated rank: use `grove %s`"
				      : "'%s': simulated links cost what their platform says",
			command->name);
	if (command->bit & ON_THREADS)
		return refuse("'%s' measures the threads of one process: use `grove %s`",
			command->name, command->name);
	return STATUS_DONE;
}

/* Refuses what needs two ranks, where there is one. Returns an exit status. */
static int one_rank_fits(
	const struct command *command, const struct rank_options *own, int argc, char **argv)
{
	if (own->beside || own->any_order)
		return refuse("--%s: MPI's own collectives have a part for each rank, and there "
			      "is one rank",
			own->beside ? "beside-mpi" : "any-order");
	if (command->bit & ON_LINKS && !asks_for_help(argc, argv))
		return refuse(
			"'calibrate' measures the links between ranks, and there is one rank; "
			"`grove calibrate` measures its threads");
	return STATUS_DONE;
}

static int run(int argc, char **argv)
{
	struct rank_options own = { false, false };
	int status;
	const struct command *command = argc > 1 ? command_named(argv[1]) : NULL;

	if (!ranks_have_same_words(argc, argv))
		return refuse("the ranks were given different words");
	if (SIMULATED_RANKS && starts > 1)
		return refuse("all simulated ranks have the same globals: give smpirun "
			      "--cfg=smpi/privatization:dlopen");
	if (!command || !(command->bit & (ON_TEAMS | ON_LINKS | ON_THREADS)))
		return run_alone(argc, argv);
	status = command_fits(command);
	if (status != STATUS_DONE)
		return status;
	if (command->bit & FOR_BENCH)
		own = (struct rank_options){ take(&argc, argv, "--beside-mpi"),
			take(&argc, argv, "--any-order") };
	if (ranks_count() == 1)
		status = one_rank_fits(command, &own, argc, argv);
	if (status != STATUS_DONE)
		return status;
	if (ranks_join(&own))
		return say(STATUS_FAILED, "the links between ranks could not be measured");
	if (command->bit & ON_TEAMS)
		ranks_warn();
	status = command_line(argc, argv);
	if (status == STATUS_DONE && command->bit & FOR_BENCH && asks_for_help(argc, argv))
		help_own();
	return status;
}

int main(int argc, char **argv)
{
	int status, level, rank;

	standard_streams_open();
	MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &level);
	rank = ranks_own();
	starts++;
	say_for("grove-mpi");
	/* The other ranks would repeat every line that concerns all ranks. */
	if (rank_output_join())
		MPI_Abort(MPI_COMM_WORLD, STATUS_FAILED);
	status = run(argc, argv);
	fflush(stdout);
	MPI_Finalize();
	/* SimGrid complains of each rank that does not return 0. */
	return SIMULATED_RANKS && rank ? STATUS_DONE : status;
}
