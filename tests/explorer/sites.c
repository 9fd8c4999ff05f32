/* Knows every atomic access by its file and line, and weakens one of them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tests/explorer/sites.h"

struct known_site sites[SITES];
int site_count;
static int weakened = -1;
static enum order weaker_order;

void site_weaken(int i, enum order order)
{
	weakened = i;
	weaker_order = order;
}

/* The label is what the comment at the end of the line says. */
static void read_label(struct known_site *known)
{
	FILE *file = fopen(known->site.file, "r");
	char text[256], *comment = NULL;
	int line = 0;

	while (file && line < known->site.line && fgets(text, sizeof text, file))
		line++;
	if (file && line == known->site.line)
		comment = strstr(text, "/* ");
	if (!comment || sscanf(comment, "/* %7[A-Z0-9] */", known->label) != 1)
		strcpy(known->label, "?");
	if (file)
		fclose(file);
}

static bool same(const struct site *a, const struct site *b)
{
	return a->line == b->line && (a->file == b->file || !strcmp(a->file, b->file));
}

static int find(const struct site *site, enum kind kind, enum order order)
{
	int i = site_count;

	while (i-- > 0)
		if (sites[i].kind == kind && same(&sites[i].site, site))
			return i;
	i = site_count;
	if (i == SITES)
		abort();
	sites[site_count++] = (struct known_site){ *site, kind, order, "" };
	read_label(&sites[i]);
	return i;
}

enum order site_order(const struct site *site, enum kind kind, enum order order)
{
	return find(site, kind, order) == weakened ? weaker_order : order;
}

int site_weaker(const struct known_site *known, enum order weaker[2])
{
	int count = 0;

	if (known->order == RELAXED)
		return 0;
	if (known->order == ORDERED)
		weaker[count++] = known->kind == LOAD	 ? ACQUIRE
				  : known->kind == STORE ? RELEASE
							 : ACQUIRE_RELEASE;
	if (known->order == ACQUIRE_RELEASE) {
		weaker[count++] = RELEASE;
		weaker[count++] = ACQUIRE;
		return count;
	}
	weaker[count++] = RELAXED;
	return count;
}

int site_scan(const char *path, void (*visit)(const char *path, int line, const char *text))
{
	static const char *const words[] = { "load_acquire(", "store_release(", "load_ordered(",
		"store_ordered(", "exchange_ordered(", "add_ordered(", "add_acquire(",
		"add_release(", "barrier_light(", "barrier_heavy(" };
	FILE *file = fopen(path, "r");
	char text[256];

	if (!file)
		return -errno;
	for (int line = 1; fgets(text, sizeof text, file); line++)
		for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++)
			if (strstr(text, words[i]))
				visit(path, line, text);
	fclose(file);
	return 0;
}
