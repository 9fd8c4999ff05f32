/* Runs `grove list`, which lists networks, collectives, trees, algorithms and more. */
/* SPDX-License-Identifier: BSD-2-Clause */
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
#include "tool/output/listing.h"
#include "tool/output/units.h"
#include "topology/tree.h"

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
