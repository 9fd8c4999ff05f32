/* Runs `grove list`, which lists networks, collectives, trees, algorithms and more. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include "collectives/registry.h"
#include "analysis/formulas/crossover.h"
#include "analysis/discipline_texts.h"
#include "plan/costs/machine.h"
#include "tool/output/json_out.h"
#include "tool/arguments/collective_names.h"
#include "tool/arguments/did_you_mean.h"
#include "tool/arguments/options.h"
#include "tool/output/diagnostics.h"
#include "tool/output/units.h"
#include "topology/tree.h"
#include "plan/problem.h"
#include "tool/output/wrap.h"

/* An entry of a list, with the same fields for all lists. */
struct listed {
	const char *name, *where, *text, *citation;
	double beta, tau; /* of machines */
	unsigned ports;	  /* of algorithms */
};

/* Fills in the i-th entry. Returns false after the last entry. */
typedef bool entry_at(struct listed *entry, int i);

struct list {
	const char *name, *where, *title; /* where: the JSON name of entry.where */
	entry_at *at;
	bool asked; /* shown only if named */
};

enum {
	COLUMN = 26
};

/* Appends the port models with a schedule of their own, as in "; all port models" or "; made for
 * ports all". Under a stricter model a step becomes several steps. */
static void append_ports(char *text, size_t size, unsigned ports)
{
	size_t used = strlen(text);
	int named = 0;

	if (ports == (2u << ALL) - 1)
		used += (size_t)snprintf(text + used, size - used, "; all port models");
	else
		for (int p = SINGLE; p <= ALL && used < size; p++)
			if (ports >> p & 1)
				used += (size_t)snprintf(text + used, size - used, "%s%s",
					named++ ? ", " : "; made for ports ",
					ports_name((enum ports)p));
}

static void print_entry(const struct listed *entry)
{
	int used = printf("  %-*s", COLUMN - 3, entry->name);
	char where[256];

	if (used < COLUMN)
		putchar(' ');
	else
		printf("\n%*s", COLUMN, "");
	snprintf(where, sizeof where, "%s", entry->where);
	if (entry->ports)
		append_ports(where, sizeof where, entry->ports);
	if (where[0]) {
		wrap_words(where, COLUMN, COLUMN);
		printf("\n%*s", COLUMN, "");
	}
	used = wrap_words(entry->text, COLUMN, COLUMN);
	if (entry->citation[0]) {
		char cited[128];

		snprintf(cited, sizeof cited, "(%s)", entry->citation);
		wrap_words(cited, used, COLUMN);
	}
	putchar('\n');
}

/* Print a list, as text or as a member of a JSON object. */
static void listing_print(const struct list *list)
{
	struct listed entry;

	printf("%s\n", list->title);
	for (int i = 0; list->at(&entry, i); i++)
		print_entry(&entry);
}

static void write_ports(unsigned ports)
{
	json_open("ports", '[');
	for (int p = SINGLE; p <= ALL; p++)
		if (ports >> p & 1)
			json_text(NULL, ports_name((enum ports)p));
	json_close(']');
}

static void listing_write(const struct list *list)
{
	struct listed entry;

	json_line();
	json_open(list->name, '[');
	for (int i = 0; list->at(&entry, i); i++) {
		const char *space = strchr(entry.name, ' ');

		json_row();
		if (space) {
			json_text("collective",
				short_text("%.*s", (int)(space - entry.name), entry.name));
			json_text("algorithm", space + 1);
		} else {
			json_text("name", entry.name);
		}
		if (list->where) {
			json_text(list->where, entry.where);
		} else {
			json_real("beta", entry.beta);
			json_real("tau", entry.tau);
		}
		if (entry.ports)
			write_ports(entry.ports);
		json_text("text", entry.text);
		json_text("citation", entry.citation);
		json_close('}');
	}
	json_close(']');
}

static bool network_entry(struct listed *entry, int i)
{
	const struct network_kind *kind = network_kind(i);

	if (!kind)
		return false;
	*entry = (struct listed){ kind->name, kind->form, kind->text, kind->citation };
	return true;
}

/* Returns the i-th family that users see. Families whose name begins with a dot are parts of other
 * families. */
static const struct family *listed_family(int i)
{
	const struct family *family;

	for (int k = 0; (family = family_at(k)); k++)
		if (family->name[0] != '.' && i-- == 0)
			return family;
	return NULL;
}

static bool tree_entry(struct listed *entry, int i)
{
	const struct family *family = listed_family(i);

	if (!family)
		return false;
	*entry = (struct listed){ family->name, family->networks, family->text, family->citation };
	return true;
}

static bool algorithm_entry(struct listed *entry, int i)
{
	const struct algorithm *algorithm = algorithm_at(i);

	if (!algorithm)
		return false;
	*entry = (struct listed){ .text = algorithm->text, .citation = algorithm->citation };
	entry->name = short_text("%s %s%s", collective_name(algorithm->collective),
		algorithm->name	      ? algorithm->name
		: algorithm->composes ? "A+B"
				      : "FAMILY",
		algorithm->name ? "" : algorithm->suffix);
	entry->where = algorithm->networks ? algorithm->networks
		       : algorithm->name   ? "any network"
					   : "any network that has FAMILY, see trees";
	entry->ports = algorithm->ports ? algorithm->ports : (2u << ALL) - 1;
	return true;
}

static bool collective_entry(struct listed *entry, int i)
{
	const struct collective_line *line = collective_line(i);

	if (!line)
		return false;
	*entry = (struct listed){ line->name, line->aliases, line->text, "" };
	return true;
}

static bool order_entry(struct listed *entry, int i)
{
	const struct discipline *order = discipline_at(i);

	if (!order)
		return false;
	*entry = (struct listed){ order->name, order->where, order->text, order->citation };
	return true;
}

static bool machine_entry(struct listed *entry, int i)
{
	const struct machine *machine = machine_at(i);
	const char *further = "";

	if (!machine)
		return false;
	if (machine->internal)
		further = short_text(
			", %g s for each further %zu bytes", machine->again, machine->internal);
	*entry = (struct listed){ machine->name,
		short_text("beta %g s a packet, tau %g s a byte%s", machine->beta, machine->tau,
			further),
		machine->text, machine->citation, machine->beta, machine->tau };
	return true;
}

/* The range of d in Nickolov 1993, table 3.1. A crossover is printed as in the table, and for the
 * schedules of grove. The table takes the steps that the thesis proves, some of which are upper
 * bounds: grove's adst2 on ccc:d is lower for odd d. */
enum {
	LEAST_LEVELS = 3,
	MOST_LEVELS = 16
};

/* Returns the crossover, or -1 without a closed form. */
static double crossing(const char *network, const char *many, enum ports ports,
	int (*pipe_of)(struct pipe *, const struct problem *))
{
	struct problem problem = { .collective = BROADCAST, .ports = ports, .duplex = FULL };
	struct pipe low, high;

	if (network_open(&problem.net, network))
		return -1;
	strcpy(problem.algorithm, "adst2");
	if (pipe_of(&low, &problem))
		return -1;
	strcpy(problem.algorithm, many);
	return pipe_of(&high, &problem) ? -1 : pipe_crossover(&low, &high);
}

static bool crossover_entry(struct listed *entry, int i)
{
	static char text[256];
	int levels = MOST_LEVELS - LEAST_LEVELS + 1, d = LEAST_LEVELS + i % levels;
	const char *kind = i < levels ? "ccc" : "butterfly", *many = i < levels ? "adst3" : "adst4";

	if (i >= 2 * levels)
		return false;
	*entry = (struct listed){ .text = text, .citation = "Nickolov 1993, table 3.1" };
	entry->name = short_text("%s:%d", kind, d);
	entry->where = short_text("ports all %.3f, ports exchange %.3f",
		crossing(entry->name, many, ALL, pipe_proved),
		crossing(entry->name, many, EXCHANGE, pipe_proved));
	snprintf(text, sizeof text,
		"adst2 for shorter messages, %s for longer; by the steps that our schedules take "
		"instead of the bounds that the thesis proves: all %.3f",
		many, crossing(entry->name, many, ALL, pipe_built));
	return true;
}

static const struct list lists[] = {
	{ "networks", "form", "Networks", network_entry },
	{ "collectives", "aliases",
		"Collectives, with other names. Names of MPI, OSU, IMB and nccl-tests do as well:\n"
		"MPI_Allreduce, osu_allreduce, Allreduce, all_reduce, all-reduce, all_reduce_perf",
		collective_entry },
	{ "trees", "networks", "Families of spanning trees", tree_entry },
	{ "algorithms", "networks",
		"Algorithms: COLLECTIVE and ALGORITHM; FAMILY stands for a family of trees.\n"
		"Under stricter ports than it is made for, one takes more steps or says why not",
		algorithm_entry },
	{ "orders", "algorithms", "Orders: variants of an algorithm along FAMILY, for --order",
		order_entry },
	{ "machines", NULL, "Machines, for simulate and the paced clock", machine_entry },
	{ "crossovers", "lengths",
		"Crossovers: bytes * tau / beta from which broadcasts want more trees",
		crossover_entry, true },
};

enum {
	LISTS = sizeof lists / sizeof lists[0]
};

static int no_such_list(const char *word)
{
	struct did_you_mean nearest = did_you_mean(word);

	for (int i = 0; i < LISTS; i++)
		did_you_mean_offer(&nearest, lists[i].name);
	return refuse_word(&nearest, "list", NULL);
}

static bool shows(const struct list *list, const struct options *options)
{
	return options->words ? !strcmp(options->word[0], list->name) : !list->asked;
}

int command_list(const struct options *options)
{
	bool json = options->form == FORM_JSON;
	int listed = 0;

	for (int i = 0; i < LISTS; i++)
		listed += shows(&lists[i], options);
	if (!listed)
		return no_such_list(options->word[0]);
	if (json)
		json_open(NULL, '{');
	for (int i = 0, shown = 0; i < LISTS; i++) {
		if (!shows(&lists[i], options))
			continue;
		if (!json && shown++)
			putchar('\n');
		if (json)
			listing_write(&lists[i]);
		else
			listing_print(&lists[i]);
	}
	if (json)
		json_close('}');
	return STATUS_DONE;
}
