/* Reads graphs of lines: a link or a node's neighbours on each, METIS, and Matrix Market. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "topology/networks/graph_reading.h"

/* Reads the next line that has words, or also an empty line. A '{' ends the words: attributes
 * begin, as networkx writes. Returns false at the end of the text. */
static bool next_line(struct graph_reading *r, bool empty)
{
	struct word word;
	int sign;

	do {
		const char *line = r->at;

		r->colon = false;
		for (r->words = 0; (sign = graph_token(r, &word)) && !strchr("\n{", sign);) {
			r->colon = r->colon || (r->words == 1 && sign == ':');
			if (sign != ',' && sign != ';' && (sign != ':' || r->words != 1) &&
				r->words <= TABLE_NODES)
				r->word[r->words++] = word;
		}
		if (sign == '{')
			r->at += strcspn(r->at, "\n");
		if (r->words || (empty && sign && line[strspn(line, " \t\r")] == '\n'))
			return true;
	} while (sign);
	return false;
}

/* Returns the number that a word is, or -1. */
static int whole(struct word word)
{
	bool digits =
		word.length && word.length < 10 && strspn(word.at, "0123456789") >= word.length;

	return digits ? atoi(word.at) : -1;
}

/* Returns the node of a word, or -EINVAL with why. A numeral must be the number of a node, and
 * loses leading zeros. */
static int line_node(struct graph_reading *r, struct word word)
{
	if (strchr("+-.:0123456789", word.at[0]) && whole(word) < 0)
		return graph_refuse(r, word.at, "'%.*s' is not the number of a node",
			(int)word.length, word.at);
	while (word.length > 1 && word.at[0] == '0' && whole(word) >= 0) {
		word.at++;
		word.length--;
	}
	if (whole(word) > TABLE_NODES)
		return graph_refuse(r, word.at,
			"there is no node %d: nodes are 0 to %d, or 1 to %d", whole(word),
			TABLE_NODES - 1, TABLE_NODES);
	return graph_node(r, word);
}

/* Adds links from a node to the words of the line from `first` on. */
static int join_words(struct graph_reading *r, int u, int first)
{
	int error = u < 0 ? u : 0;

	for (int i = first; i < r->words && !error; i++) {
		int v = line_node(r, r->word[i]);

		error = v < 0 ? v : graph_join(r, u, v, r->word[i].at);
	}
	return error;
}

/* Returns the length of the line from the first word to the last, or of at most 60 bytes of whole
 * characters. */
static int line_length(const struct graph_reading *r)
{
	const struct word *last = &r->word[r->words - 1];
	const char *first = r->word[0].at;
	ptrdiff_t length = last->at + last->length - first;

	if (length <= 60)
		return (int)length;
	for (length = 60; length > 0 && (first[length] & 0xc0) == 0x80; length--)
		;
	return (int)length;
}

/* Reads "u v", with weights that nothing else can be since they have a point, or "u: v w ...". */
static int read_line(struct graph_reading *r)
{
	const struct word *first = &r->word[0];

	while (!r->colon && r->words > 2 &&
		memchr(r->word[r->words - 1].at, '.', r->word[r->words - 1].length) &&
		strspn(r->word[r->words - 1].at, "+-.0123456789eE") >= r->word[r->words - 1].length)
		r->words--;
	if (r->words != 2 && !r->colon)
		return graph_refuse(r, first->at,
			"'%.*s' has %d word%s: write a link as 'u v' (a weight as 0.5 or 2.0, "
			"which is not used), or the neighbours of u as 'u: v w ...'",
			line_length(r), first->at, r->words, r->words == 1 ? "" : "s");
	return join_words(r, line_node(r, *first), 1);
}

/* ---- Formats with a heading ---- */

/* Makes the nodes 1 .. n. */
static int declare(struct graph_reading *r, int nodes)
{
	char name[16];

	if (nodes < 1 || nodes > TABLE_NODES)
		return graph_refuse(r, r->word[0].at, "a graph has 1 to %d nodes", TABLE_NODES);
	for (int v = 1; v <= nodes; v++)
		graph_node(r, (struct word){ name, (size_t)snprintf(name, sizeof name, "%d", v) });
	return 0;
}

static int check_declared(const struct graph_reading *r, int nodes)
{
	if (r->nodes <= nodes)
		return 0;
	return graph_refuse(
		r, r->word[0].at, "there is no node %s: nodes are 1 to %d", r->node[nodes], nodes);
}

/* Returns true for METIS: "n m", then n lines with 2 m words together, which are not a list of
 * links. For where each line has two words, n = m, and no link leads from n to n. */
static bool is_metis(struct graph_reading *r)
{
	int nodes, links, lines = 0, words = 0;
	bool pairs = true;

	if (!next_line(r, false) || r->words < 2 || r->words > 3 ||
		(r->words == 3 && whole(r->word[2])))
		return false;
	nodes = whole(r->word[0]);
	links = whole(r->word[1]);
	for (; next_line(r, false); lines++) {
		words += r->words;
		pairs = pairs && r->words == 2;
	}
	return nodes > 0 && nodes >= lines && words == 2 * links && (!pairs || nodes == links);
}

/* Line v has the neighbours of node v, so each link is there in both directions. */
static int read_metis(struct graph_reading *r)
{
	int nodes = next_line(r, false) ? whole(r->word[0]) : 0, error = declare(r, nodes);

	r->directed = true;
	for (int v = 0; v < nodes && !error && next_line(r, true); v++) {
		error = join_words(r, v, 0);
		error = error ? error : check_declared(r, nodes);
	}
	if (!error && next_line(r, false))
		return graph_refuse(r, r->word[0].at, "there are more lines than nodes");
	return error;
}

int graph_read_lines(struct graph_reading *r)
{
	int error = 0;
	bool metis;

	r->lines = true;
	metis = is_metis(r);
	r->at = r->text;
	if (metis)
		return read_metis(r);
	while (!error && next_line(r, false))
		error = read_line(r);
	if (!error && !r->nodes)
		return why(EINVAL, "%s is empty: a graph has a line 'u v' for each link", r->name);
	return error;
}

/* An entry is a link. An entry that is 0 may mean a link or none. */
static int read_entry(struct graph_reading *r, int nodes)
{
	const char *value = r->word[2].at;
	int error;

	if (r->words < 2 ||
		(r->words == 3 && strcspn(value, "123456789") >= strcspn(value, "eE \t\r\n")))
		return graph_refuse(r, r->word[0].at,
			"an entry has a row, a column and a value "
			"that is not 0");
	r->words = 2;
	error = join_words(r, line_node(r, r->word[0]), 1);
	return error ? error : check_declared(r, nodes);
}

int graph_read_matrix_market(struct graph_reading *r)
{
	int nodes, entries, found = 0, error;

	r->lines = true;
	r->at += strlen("%%"); /* the heading would be a comment */
	if (!next_line(r, false) || r->words != 5 || !word_is(r->word[2], "coordinate"))
		return graph_refuse(r, r->text, "a graph's matrix has the format 'coordinate'");
	r->directed = word_is(r->word[4], "general");
	if (!next_line(r, false) || r->words != 3 || whole(r->word[0]) != whole(r->word[1]))
		return graph_refuse(r, r->at, "a graph's matrix has as many rows as columns");
	nodes = whole(r->word[0]);
	entries = whole(r->word[2]);
	error = declare(r, nodes);
	for (; !error && next_line(r, false); found++)
		error = read_entry(r, nodes);
	if (!error && found != entries)
		return graph_refuse(
			r, r->at, "there are %d entries, and the heading says %d", found, entries);
	return error;
}
