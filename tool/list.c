/* grove list: what there is, where it comes from, and what goes with what. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>
#include "collectives/collective.h"
#include "plan/machine.h"
#include "tool/json_out.h"
#include "tool/nearest.h"
#include "tool/options.h"
#include "tool/say.h"
#include "tool/wrap.h"
#include "topology/tree.h"

/* One thing of a list, the same for all lists. */
struct entry {
	char name[64], where[160];
	const char *text, *citation;
	double beta, tau; /* of machines */
};

/* Fills in the i-th thing; false behind the last. */
typedef bool entry_at(struct entry *entry, int i);

static bool network_entry(struct entry *entry, int i)
{
	const struct network_kind *kind = network_kind(i);

	if (!kind)
		return false;
	*entry = (struct entry){ .text = kind->text, .citation = kind->citation };
	snprintf(entry->name, sizeof entry->name, "%s", kind->name);
	snprintf(entry->where, sizeof entry->where, "%s", kind->form);
	return true;
}

/* Families whose name begins with a dot are building stones. */
static const struct family *listed_family(int i)
{
	const struct family *family;

	for (int k = 0; (family = family_at(k)); k++)
		if (family->name[0] != '.' && i-- == 0)
			return family;
	return NULL;
}

static bool tree_entry(struct entry *entry, int i)
{
	const struct family *family = listed_family(i);

	if (!family)
		return false;
	*entry = (struct entry){ .text = family->text, .citation = family->citation };
	snprintf(entry->name, sizeof entry->name, "%s", family->name);
	snprintf(entry->where, sizeof entry->where, "%s", family->networks);
	return true;
}

static bool algorithm_entry(struct entry *entry, int i)
{
	const struct algorithm *algorithm = algorithm_at(i);

	if (!algorithm)
		return false;
	*entry = (struct entry){ .text = algorithm->text, .citation = algorithm->citation };
	snprintf(entry->name, sizeof entry->name, "%s %s%s", collective_name(algorithm->collective),
		algorithm->name ? algorithm->name : "FAMILY",
		algorithm->name ? "" : algorithm->suffix);
	snprintf(entry->where, sizeof entry->where, "%s",
		algorithm->name ? "any network" : "any network that has FAMILY, see trees");
	return true;
}

static bool machine_entry(struct entry *entry, int i)
{
	const struct machine *machine = machine_at(i);

	if (!machine)
		return false;
	*entry = (struct entry){ .text = machine->text,
		.citation = machine->citation,
		.beta = machine->beta,
		.tau = machine->tau };
	snprintf(entry->name, sizeof entry->name, "%s", machine->name);
	snprintf(entry->where, sizeof entry->where, "beta %g s a packet, tau %g s a byte",
		machine->beta, machine->tau);
	return true;
}

static const struct list {
	const char *name, *where, *title; /* where: the name in JSON of what entry.where says */
	entry_at *at;
} lists[] = {
	{ "networks", "form", "Networks", network_entry },
	{ "trees", "networks", "Families of spanning trees", tree_entry },
	{ "algorithms", "networks",
		"Algorithms: COLLECTIVE and ALGORITHM; FAMILY stands for a family of trees",
		algorithm_entry },
	{ "machines", NULL, "Machines, for simulate", machine_entry },
};

enum {
	LISTS = sizeof lists / sizeof lists[0],
	COLUMN = 26
};

static void print_entry(const struct entry *entry)
{
	int used = printf("  %-*s", COLUMN - 2, entry->name);

	if (used > COLUMN - 1)
		printf("\n%*s", COLUMN, "");
	wrap_words(entry->where, COLUMN, COLUMN);
	printf("\n%*s", COLUMN, "");
	used = wrap_words(entry->text, COLUMN, COLUMN);
	if (entry->citation[0]) {
		char cited[128];

		snprintf(cited, sizeof cited, "(%s)", entry->citation);
		wrap_words(cited, used, COLUMN);
	}
	putchar('\n');
}

static void print_list(const struct list *list)
{
	struct entry entry;

	printf("%s\n", list->title);
	for (int i = 0; list->at(&entry, i); i++)
		print_entry(&entry);
}

static void write_list(const struct list *list)
{
	struct entry entry;

	json_line();
	json_open(list->name, '[');
	for (int i = 0; list->at(&entry, i); i++) {
		char *space = strchr(entry.name, ' ');

		json_line();
		json_open(NULL, '{');
		if (space) {
			*space = 0;
			json_text("collective", entry.name);
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
		json_text("text", entry.text);
		json_text("citation", entry.citation);
		json_close('}');
	}
	json_close(']');
}

static int no_such_list(const char *word)
{
	struct nearest nearest = nearest_to(word);

	for (int i = 0; i < LISTS; i++)
		nearest_offer(&nearest, lists[i].name);
	if (nearest.word[0])
		return refuse("there is no list '%s'; did you mean '%s'?", word, nearest.word);
	return refuse(
		"there is no list '%s'; there are networks, trees, algorithms, machines", word);
}

int command_list(const struct options *options)
{
	bool json = options->form == FORM_JSON;
	int listed = 0;

	for (int i = 0; i < LISTS; i++)
		listed += !options->words || !strcmp(options->word[0], lists[i].name);
	if (!listed)
		return no_such_list(options->word[0]);
	if (json)
		json_open(NULL, '{');
	for (int i = 0, shown = 0; i < LISTS; i++) {
		if (options->words && strcmp(options->word[0], lists[i].name))
			continue;
		if (!json && shown++)
			putchar('\n');
		if (json)
			write_list(&lists[i]);
		else
			print_list(&lists[i]);
	}
	if (json) {
		json_close('}');
		putchar('\n');
	}
	return STATUS_DONE;
}
