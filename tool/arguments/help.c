/* Prints the help from the tables of sub-commands and options. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include "tool/arguments/help.h"
#include "tool/arguments/options.h"
#include "tool/output/wrap.h"

enum {
	INDENT = 24
};

void help_all(void)
{
	const struct command *command;

	puts("grove moves buffers between the nodes of an interconnection network along many\n"
	     "spanning trees at once. The nodes are threads of this machine.\n");
	for (int i = 0; (command = command_at(i)); i++)
		printf("  grove %-9s %s\n", command->name, command->text);
	puts("\n"
	     "  grove COMMAND --help     the options of COMMAND\n"
	     "  grove help COMMAND       the same\n"
	     "  grove version\n"
	     "\n"
	     "Begin with:  grove demo\n"
	     "             grove trees cube:3 nesbt\n"
	     "             grove plan broadcast nesbt cube:3 --bytes 1024 --packet 128\n"
	     "             grove run allreduce auto cube:3 --bytes 4M --type f64\n"
	     "\n"
	     "Exit status: 0 done; 1 a check failed; 2 wrong usage or an impossible request;\n"
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

void help_command(const struct command *command)
{
	printf("grove %s%s%s [options]\n    %s\n\n", command->name, command->form[0] ? " " : "",
		command->form, command->text);
	if (command->more[0])
		printf("%s\n", command->more);
	for (int i = 0; i < OPTIONS; i++)
		if (option_at(i)->takes & command->bit)
			print_option(option_at(i));
}
