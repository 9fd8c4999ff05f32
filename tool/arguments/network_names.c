/* Names the network that was asked for, and suggests the nearest for a word that names none. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include "base/error.h"
#include "tool/arguments/did_you_mean.h"
#include "tool/arguments/network_names.h"
#include "tool/arguments/options.h"
#include "tool/output/diagnostics.h"
#include "topology/network.h"

enum {
	LONGEST = 63
};

/* The letters and the size of a name, as "cube" and "3" of Cube(3), 3-cube or cube3. */
struct parts {
	char kind[LONGEST + 1], size[LONGEST + 1];
};

/* Other names for kinds of networks. */
static const char *const aliases[][2] = {
	{ "q", "cube" },
	{ "h", "cube" },
	{ "hypercube", "cube" },
	{ "ncube", "cube" },
	{ "k", "gh" },
	{ "complete", "gh" },
	{ "clique", "gh" },
	{ "ghc", "gh" },
	{ "s", "star" },
	{ "bf", "butterfly" },
	{ "cycle", "ring" },
	{ "circle", "ring" },
	{ "grid", "mesh" },
};

const char *network_word(
	char name[NETWORK_WORD], const char *word, const struct options *options)
{
	if (!options->broken)
		return word;
	snprintf(name, NETWORK_WORD, "%s~%s", word, options->broken);
	return name;
}

/* Digits, and an 'x' or a comma between digits, belong to the size; all letters else to the kind.
 */
static struct parts take_apart(const char *name)
{
	struct parts parts = { "", "" };
	size_t letters = 0, digits = 0;

	for (const char *at = name; *at && at < name + LONGEST; at++) {
		bool between = digits && isdigit((unsigned char)at[1]);

		if (isdigit((unsigned char)*at))
			parts.size[digits++] = *at;
		else if (between && strchr("xX,*", *at))
			parts.size[digits++] = 'x';
		else if (isalpha((unsigned char)*at))
			parts.kind[letters++] = (char)tolower((unsigned char)*at);
	}
	if (!digits)
		strcpy(parts.size, "3");
	return parts;
}

/* Returns the name of the nearest kind of network; "" if none is near. */
static const char *nearest_kind(const char *kind)
{
	struct did_you_mean nearest = did_you_mean(kind);
	const char *name = "";

	for (size_t i = 0; i < sizeof aliases / sizeof aliases[0]; i++)
		if (!strcmp(aliases[i][0], kind))
			return aliases[i][1];
	for (int i = 0; network_kind(i); i++) {
		did_you_mean_offer(&nearest, network_kind(i)->name);
		if (!strcmp(nearest.word, network_kind(i)->name))
			name = network_kind(i)->name;
	}
	return name;
}

/* Returns true if the kind is right, so that only the size is wrong. */
static bool names_kind(const char *name, const char *kind)
{
	size_t length = strlen(kind);

	return !strncmp(name, kind, length) && name[length] == ':';
}

int refuse_network(const char *name)
{
	struct parts parts = take_apart(name);
	const char *kind = nearest_kind(parts.kind);
	char reason[512], suggestion[2 * LONGEST + 2];
	struct network net;

	snprintf(reason, sizeof reason, "%s", why_text());
	snprintf(suggestion, sizeof suggestion, "%s:%s", kind, parts.size);
	if (!kind[0] || names_kind(name, kind) || network_open(&net, suggestion))
		return refuse("%s", reason);
	return refuse("'%s' is not a network; did you mean '%s'?", name, suggestion);
}
