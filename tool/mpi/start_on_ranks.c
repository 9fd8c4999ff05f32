/* Starts the command on the ranks of an MPI: grove-mpi. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <mpi.h>
#include <stdio.h>
#include "tool/arguments/command.h"
#include "tool/command_line.h"
#include "tool/json_memory.h"
#include "tool/mpi/ranks.h"
#include "tool/output/diagnostics.h"

enum {
	ON_TEAMS = FOR_RUN | FOR_BENCH,
	ON_THREADS = FOR_DEMO | FOR_REPRODUCE | FOR_LINK | FOR_CALIBRATE | FOR_TUNE
};

/* The first rank alone speaks. All others say the same, as far as it concerns all ranks. */
static void be_silent(void)
{
	if (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr))
		MPI_Abort(MPI_COMM_WORLD, STATUS_FAILED);
}

/* Carries out a sub-command that needs no team, in the first rank. */
static int run_alone(int argc, char **argv)
{
	return ranks_follow(ranks_own() ? STATUS_DONE : command_line(argc, argv));
}

static int run(int argc, char **argv)
{
	const struct command *command = argc > 1 ? command_named(argv[1]) : NULL;

	if (!ranks_have_same_words(argc, argv))
		return refuse("the ranks were given different words");
	if (!command || !(command->bit & (ON_TEAMS | ON_THREADS)))
		return run_alone(argc, argv);
	if (command->bit & ON_THREADS)
		return refuse("'%s' measures the threads of one process: use `grove %s`",
			command->name, command->name);
	if (ranks_join())
		return say(STATUS_FAILED, "the links between ranks could not be measured");
	return command_line(argc, argv);
}

int main(int argc, char **argv)
{
	int status, level;

	MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &level);
	json_memory_guard();
	say_for("grove-mpi");
	if (ranks_own())
		be_silent();
	status = run(argc, argv);
	fflush(stdout);
	MPI_Finalize();
	return status;
}
