/* Prints the lists of `grove list`, entry by entry, for people or as JSON. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>
#include "plan/problem.h"
#include "tool/output/json_out.h"
#include "tool/output/listing.h"
#include "tool/output/units.h"
#include "tool/output/wrap.h"

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

void listing_print(const struct list *list)
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

void listing_write(const struct list *list)
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
