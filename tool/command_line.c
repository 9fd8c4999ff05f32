/* Finds the sub-command, reads its options and runs it, or shows its help. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "grove.h"
#include "tool/command_line.h"
#include "tool/arguments/did_you_mean.h"
#include "tool/arguments/options.h"
#include "tool/output/progress.h"
#include "tool/output/diagnostics.h"
#include "tool/output/stream_error.h"
#include "tool/output/table.h"
#include "tool/output/wrap.h"
#include "tool/arguments/command.h"

enum {
	INDENT = 24
};

/* Print the help of grove, and of a sub-command with its options. */
static void help_all(void)
{
	const struct command *command;
	const char *own = said_for();

	puts("grove moves buffers between the nodes of an interconnection network along many\n"
	     "spanning trees at once. The nodes are threads of this machine, or with\n"
	     "grove-mpi threads of all ranks.\n");
	for (int i = 0; (command = command_at(i)); i++) {
		int used = printf("  %s %-9s ", own, command->name);

		wrap_words(command->text, used, used);
		putchar('\n');
	}
	printf("\n"
	       "  %s COMMAND --help     the options of COMMAND\n"
	       "  %s help COMMAND       the same\n"
	       "  %s version\n"
	       "\n"
	       "Begin with:  %s demo\n"
	       "             %s trees cube:3 nesbt\n"
	       "             %s plan broadcast nesbt cube:3 --bytes 1024 --packet 128\n"
	       "             %s run allreduce auto cube:3 --bytes 4M --type f64\n"
	       "\n",
		own, own, own, own, own, own, own);
	puts("Exit status: 0 done; 1 a check failed; 2 wrong usage or an impossible request;\n"
	     "3 timed out or deadlocked; 77 cannot run here.");
}

static void print_option(const struct option_line *line)
{
	int used = printf("  --%s%s%s", line->name, line->argument ? " " : "",
		line->argument ? line->argument : "");

	for (const char *letter = line->letters; letter && *letter; letter++)
		used += printf(", -%c", *letter);
	if (used >= INDENT - 1) {
		putchar('\n');
		used = 0;
	}
	printf("%*s", INDENT - used, "");
	wrap_words(line->text, INDENT, INDENT);
	putchar('\n');
}

static void help_command(const struct command *command)
{
	printf("%s %s%s%s [options]\n    %s\n\n", said_for(), command->name,
		command->form[0] ? " " : "", command->form, command->text);
	if (command->more[0])
		printf("%s\n", command->more);
	for (int i = 0; i < OPTIONS; i++)
		if (option_at(i)->takes & command->bit)
			print_option(option_at(i));
}

/* Sub-commands that show their progress, because a request may be very large. The sub-commands that
 * measure report their progress themselves. */
enum {
	WATCHED = FOR_NETWORK | FOR_TREES | FOR_PLAN | FOR_VERIFY | FOR_SIMULATE | FOR_RUN
};

static int no_such_command(const char *word)
{
	struct did_you_mean nearest = did_you_mean(word);
	const struct command *command;

	for (int i = 0; (command = command_at(i)); i++)
		did_you_mean_offer(&nearest, command->name);
	if (nearest.word[0])
		return refuse(
			"there is no command '%s'; did you mean `%s %s`?", word, said_for(),
			nearest.word);
	return refuse("there is no command '%s'; `%s --help` lists the commands", word, said_for());
}

/* Shows the help of all sub-commands, or of the one that is named. */
static int show_help(const char *name)
{
	const struct command *command = name ? command_named(name) : NULL;

	if (name && !command)
		return no_such_command(name);
	if (command)
		help_command(command);
	else
		help_all();
	return STATUS_DONE;
}

/* Returns true if the word is the long option, the sub-command of that name, or the short
 * option. */
static bool asks(const char *word, const char *name, const char *letter)
{
	return !strcmp(word, name) || !strcmp(word, name + 2) || !strcmp(word, letter);
}

static int run_command(const char *name, int count, char *const *arguments)
{
	const struct command *command = command_named(name);
	struct options options;
	int status;

	if (!command)
		return no_such_command(name);
	say_as(command->name);
	status = options_read(&options, command, count, arguments);
	if (status != STATUS_DONE)
		return status;
	if (option_given(&options, OPTION_HELP)) {
		help_command(command);
		return STATUS_DONE;
	}
	if (command->bit & WATCHED)
		progress_watch(command->name);
	status = command->run(&options);
	progress_end();
	return status;
}

/* Flushes the output, and fails if output was lost. A full disk gets a
 * message; a closed pipe does not. */
static int close_output(int status)
{
	int error = stream_error(stdout);

	if (!error && status == STATUS_DONE && !tables_are_whole())
		return refuse("no memory for a table: rows are missing");
	if (!error)
		return status;
	if (error != EPIPE)
		say(STATUS_FAILED, "the output could not be written: %s", strerror(error));
	return STATUS_FAILED;
}

int command_line(int argc, char **argv)
{
	int status = STATUS_DONE;

	if (argc < 2)
		status = refuse("what shall I do? Try `%s demo`, or `%s --help`", said_for(),
			said_for());
	else if (asks(argv[1], "--help", "-h"))
		status = show_help(argv[2]);
	else if (asks(argv[1], "--version", "-V"))
		printf("grove %s\n", grove_version());
	else
		status = run_command(argv[1], argc - 2, argv + 2);
	return close_output(status);
}
