/* Reads a command line by the table of options, and refuses unknown options. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>
#include "base/error.h"
#include "tool/arguments/did_you_mean.h"
#include "tool/arguments/option_values.h"
#include "tool/arguments/options.h"
#include "tool/output/diagnostics.h"
#include "tool/output/units.h"

/* An option is --name VALUE or --name=VALUE, some options also -x VALUE or -xVALUE. All arguments
 * after -- are words; a lone - is a word, too. */

/* Finds an option by name. A name with two meanings has the meaning of the sub-command. */
static int find_option(const struct command *command, const char *name, size_t length)
{
	int found = -1;

	for (int i = 0; i < OPTIONS; i++) {
		const struct option_line *line = option_at(i);

		if (strlen(line->name) != length || strncmp(line->name, name, length) != 0)
			continue;
		if (found < 0 || line->takes & command->bit)
			found = i;
	}
	return found;
}

/* Finds the option of a letter among the options of a sub-command. */
static int find_letter(const struct command *command, char letter)
{
	for (int i = 0; i < OPTIONS; i++)
		if (option_at(i)->letters && strchr(option_at(i)->letters, letter) &&
			option_at(i)->takes & command->bit)
			return i;
	return -1;
}

static int no_such_option(const struct command *command, const char *word)
{
	struct did_you_mean nearest = did_you_mean(word);

	for (int i = 0; i < OPTIONS; i++)
		if (option_at(i)->takes & command->bit)
			did_you_mean_offer(&nearest, short_text("--%s", option_at(i)->name));
	if (nearest.word[0])
		return refuse("there is no option '%s'; did you mean %s?", word, nearest.word);
	return refuse("there is no option '%s'; see `grove %s --help`", word, command->name);
}

/* Writes the sub-commands that take an option, such as "run, bench". */
static void list_takers(char *text, size_t size, unsigned takes)
{
	const struct command *command;
	size_t used = 0;

	text[0] = 0;
	for (int i = 0; (command = command_at(i)) && used < size; i++)
		if (takes & command->bit)
			used += (size_t)snprintf(
				text + used, size - used, "%s%s", used ? ", " : "", command->name);
}

static int not_taken(const struct option_line *line)
{
	char takers[128];

	list_takers(takers, sizeof takers, line->takes);
	return refuse("--%s means nothing here; it is for %s", line->name, takers);
}

/* Holdings have a form of their own as JSON. */
static bool are_joined(enum option a, enum option b)
{
	return (a == OPTION_HOLDS && b == OPTION_JSON) || (a == OPTION_JSON && b == OPTION_HOLDS);
}

static int choose_form(struct options *options, const struct option_line *line)
{
	enum option chosen = (enum option)(line - option_at(0));

	options->form = line->form;
	for (enum option i = OPTION_TEXT; i <= OPTION_TRACE; i++)
		if (option_given(options, i) && are_joined(i, chosen))
			options->form = FORM_HOLDS_JSON;
		else if (option_given(options, i) && i != chosen)
			return refuse("--%s and --%s are two forms of the same output: choose one",
				option_at((int)i)->name, line->name);
	return STATUS_DONE;
}

/* Finds the option that a word names. Sets *value if the word holds the value, too. */
static int named_option(const struct command *command, const char *word, const char **value)
{
	const char *equals = strchr(word, '=');

	if (word[1] != '-') {
		*value = word[2] ? word + 2 : NULL;
		return find_option(command, word + 1, strlen(word + 1)) < 0
			       ? find_letter(command, word[1])
			       : -1;
	}
	*value = equals ? equals + 1 : NULL;
	return find_option(
		command, word + 2, equals ? (size_t)(equals - word - 2) : strlen(word) - 2);
}

/* Reads the option at argument *i. Moves *i if the value is the next argument. */
static int take_option(struct options *options, int *i, int count, char *const *arguments)
{
	const char *value;
	int found = named_option(options->command, arguments[*i], &value);
	const struct option_line *line = found < 0 ? NULL : option_at(found);

	if (!line)
		return no_such_option(options->command, arguments[*i]);
	if (!(line->takes & options->command->bit))
		return not_taken(line);
	if (!line->argument && value)
		return refuse("--%s takes no value", line->name);
	if (line->argument && !value && *i + 1 >= count)
		return refuse(
			"--%s needs a value: --%s %s", line->name, line->name, line->argument);
	if (line->argument &&
		option_value_read(options, &line->value, value ? value : arguments[++*i]))
		return refuse("--%s: %s", line->name, why_text());
	if (found >= OPTION_TEXT && found <= OPTION_MSCCL && choose_form(options, line))
		return STATUS_REFUSED;
	options->given[found] = true;
	return STATUS_DONE;
}

static int take_word(struct options *options, const char *word)
{
	const struct command *command = options->command;

	if (options->words == command->most)
		return command->most
			       ? refuse("'%s' is one word too many: grove %s %s", word,
					 command->name, command->form)
			       : refuse("'%s' is one word too many: grove %s takes only options",
					 word, command->name);
	options->word[options->words++] = word;
	return STATUS_DONE;
}

static int check_words(const struct options *options)
{
	const struct command *command = options->command;

	if (options->words < command->least && !option_given(options, OPTION_HELP))
		return refuse("too few words: grove %s %s", command->name, command->form);
	return STATUS_DONE;
}

static void set_defaults(struct options *options, const struct command *command)
{
	*options = (struct options){
		.command = command,
		.destination = -1,
		.tree = -1,
		.bytes = (size_t)1 << 20,
		.packet = GROVE_PACKET_AUTO,
		.ports = ALL,
		.duplex = FULL,
		.order = "",
		.machine = *machine_named("threads"),
		.min_bytes = 8,
		.max_bytes = (size_t)1 << 20,
		.factor = 8,
		.runs = 1,
		.warmup = -1,
		.check = true,
		.limit = 600,
		.seconds = 0.5,
	};
}

/* Refuses times of links without --clock paced, and --clock paced without times. */
static int check_clock(const struct options *options)
{
	bool machine = option_given(options, OPTION_MACHINE) || option_given(options, OPTION_BETA);

	if (!(options->command->bit & (FOR_RUN | FOR_BENCH)))
		return STATUS_DONE;
	if (machine && !options->paced)
		return refuse(
			"--%s goes with --clock paced; the native clock measures this machine",
			option_given(options, OPTION_MACHINE) ? "machine" : "beta");
	if (options->paced && !machine)
		return refuse("--clock paced needs the times of the links: --machine NAME, or "
			      "--beta S and --tau S");
	if (options->paced && !(options->machine.beta + options->machine.tau > 0))
		return refuse("--clock paced: links that take no time have no pace; the native "
			      "clock is as fast as this machine goes");
	if (options->paced && option_given(options, OPTION_DATA))
		return refuse("--data: the links of --clock paced take the same times whichever "
			      "caches hold the data; the native clock has states of the data");
	if (options->paced && option_given(options, OPTION_NO_LIMITS))
		return refuse("--no-limits: the links of --clock paced have given limits, which "
			      "take no time; the native clock measures limits");
	if (options->paced && options->forward == FORWARD_REFERENCE)
		return refuse("--forward reference: no bytes would cross the links whose pace "
			      "--clock paced keeps; --forward copy carries them");
	return STATUS_DONE;
}

/* Accepts a machine by name or by both beta and tau. */
static int check_machine(const struct options *options)
{
	bool beta = option_given(options, OPTION_BETA), tau = option_given(options, OPTION_TAU);

	if (option_given(options, OPTION_MACHINE) && (beta || tau))
		return refuse("--machine has its own beta and tau: name one, or give --beta and "
			      "--tau");
	if (beta != tau)
		return refuse("--beta and --tau make a machine together: --%s is missing",
			beta ? "tau" : "beta");
	return check_clock(options);
}

/* Refuses to show links that carry no bytes. */
static int check_ways(const struct options *options)
{
	if (options->ways != WAYS_REFERENCE)
		return STATUS_DONE;
	return options_refuse(options, OPTION_LINKS, OPTION_PICTURE,
		"by reference no bytes cross a link; take --forward copy or both");
}

int options_read(
	struct options *options, const struct command *command, int count, char *const *arguments)
{
	bool only_words = false;
	int status = STATUS_DONE;

	set_defaults(options, command);
	options->arguments = count;
	options->argument = arguments;
	for (int i = 0; i < count && status == STATUS_DONE; i++) {
		const char *word = arguments[i];

		if (!only_words && !strcmp(word, "--"))
			only_words = true;
		else if (!only_words && word[0] == '-' && word[1])
			status = take_option(options, &i, count, arguments);
		else
			status = take_word(options, word);
	}
	if (status == STATUS_DONE)
		status = check_machine(options);
	if (status == STATUS_DONE)
		status = check_ways(options);
	if (status == STATUS_DONE && option_given(options, OPTION_UNITS) &&
		options->form != FORM_TEXT)
		return refuse("--units is for the table; leave out --%s",
			options->form == FORM_JSON ? "json" : "csv");
	return status == STATUS_DONE ? check_words(options) : status;
}

int options_refuse(
	const struct options *options, enum option first, enum option last, const char *reason)
{
	for (enum option i = first; i <= last; i++)
		if (option_given(options, i))
			return refuse("--%s: %s", option_at((int)i)->name, reason);
	return STATUS_DONE;
}
