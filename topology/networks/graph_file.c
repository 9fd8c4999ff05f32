/* Reads graphs from files: recognizes the format, numbers the nodes, and checks the links. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "base/error.h"
#include "base/shown_words.h"
#include "base/small_file.h"
#include "base/text_mark.h"
#include "base/utf8.h"
#include "topology/networks/graph_file.h"
#include "topology/networks/graph_reading.h"

enum {
	TEXT_LIMIT = 8 << 20 /* bytes of a file, and a zero */
};

/* ---- What all formats use ---- */

int graph_refuse(const struct graph_reading *r, const char *at, const char *format, ...)
{
	char text[384];
	va_list arguments;
	int line = 1;

	for (const char *c = r->text; c < at; c++)
		line += *c == '\n';
	va_start(arguments, format);
	line_fit(text, sizeof text, format, arguments);
	va_end(arguments);
	return why(EINVAL, "%s, line %d: %s", r->name, line, text);
}

bool word_is(struct word word, const char *text)
{
	return word.length == strlen(text) && !strncasecmp(word.at, text, word.length);
}

/* Names stand in pictures, JSON and DOT as they are, so signs that mean something there are
 * refused. */
static int check_name(const struct graph_reading *r, struct word name)
{
	if (!name.length || name.length >= NETWORK_LABEL)
		return graph_refuse(r, name.at, "a node's name has 1 to %d bytes, not %zu",
			NETWORK_LABEL - 1, name.length);
	for (size_t i = 0, bytes; i < name.length; i += bytes) {
		bytes = utf8_printable(name.at + i, name.length - i);
		if (!bytes || strchr("<>&\"'\\", name.at[i]))
			return graph_refuse(r, name.at,
				"'%.*s': a node's name is printable UTF-8 without < > & \" ' \\",
				(int)name.length, name.at);
	}
	return 0;
}

int graph_node(struct graph_reading *r, struct word name)
{
	int error = check_name(r, name);

	if (error)
		return error;
	for (int i = 0; i < r->nodes; i++)
		if (!strncmp(r->node[i], name.at, name.length) && !r->node[i][name.length])
			return i;
	if (r->nodes == TABLE_NODES)
		return graph_refuse(r, name.at, "more than %d nodes", TABLE_NODES);
	memcpy(r->node[r->nodes], name.at, name.length);
	return r->nodes++;
}

int graph_join(struct graph_reading *r, int u, int v, const char *at)
{
	const char *name = r->node[u];

	if (u == v)
		return graph_refuse(
			r, at, "the link %s %s joins node %s to itself", name, name, name);
	if (r->arcs == 2 * TABLE_LINKS)
		return graph_refuse(r, at, "more than %d links", TABLE_LINKS);
	r->arc[r->arcs].end[0] = u;
	r->arc[r->arcs].end[1] = v;
	r->arc[r->arcs++].at = at;
	return 0;
}

int graph_link(struct graph_reading *r, struct word u, struct word v)
{
	int from = graph_node(r, u), to = from < 0 ? from : graph_node(r, v);

	return to < 0 ? to : graph_join(r, from, to, u.at);
}

/* ---- Numbers of the nodes ---- */

/* Returns the number that a name is, or -1. */
static int number_of(const char *name)
{
	size_t digits = strspn(name, "0123456789");

	return name[digits] || digits > 4 || (name[0] == '0' && digits > 1) ? -1 : atoi(name);
}

static int refuse_number(
	const struct graph_reading *r, const char *name, const char *number, int missing)
{
	if (name)
		return why(EINVAL,
			"%s: '%s' is a name, and '%s' a number: give all nodes names, or all "
			"numbers (a line of headings must begin with #)",
			r->name, name, number);
	return why(EINVAL,
		"%s: no link has node %d: number the nodes 0, 1, 2, ... or 1, 2, 3, ..., or give "
		"them names",
		r->name, missing);
}

/* Nodes that are numbered from 0 or from 1 keep their order, and names have the order in which they
 * appear. Other numbers are refused, because a link might be missing; but not where the format says
 * that they are names. Writes the number of each node. */
static int number_nodes(const struct graph_reading *r, int *number)
{
	bool used[10001] = { false };
	const char *name = NULL;
	int first = 1, base;

	for (int i = 0; i < r->nodes; i++) {
		number[i] = number_of(r->node[i]);
		if (number[i] < 0)
			name = r->node[i];
		else
			used[number[i]] = true;
	}
	base = !used[0];
	while (used[first])
		first++;
	if (name || first < r->nodes + base)
		for (int i = 0; i < r->nodes; i++) {
			if (number[i] >= 0 && !r->named)
				return refuse_number(r, name, r->node[i], first);
			number[i] = i + base;
		}
	for (int i = 0; i < r->nodes; i++)
		number[i] -= base;
	return 0;
}

static int add_labels(struct link_list *list, const struct graph_reading *r, const int *number)
{
	bool from_0 = true;

	list->nodes = r->nodes ? r->nodes : 1;
	for (int i = 0; i < r->nodes; i++)
		from_0 = from_0 && number_of(r->node[i]) == number[i];
	if (from_0)
		return 0;
	list->label = calloc((size_t)r->nodes, sizeof *list->label);
	if (!list->label)
		return why(ENOMEM, "no memory for the names of %s", r->name);
	for (int i = 0; i < r->nodes; i++)
		memcpy(list->label[number[i]], r->node[i], NETWORK_LABEL);
	return 0;
}

/* ---- Links ---- */

/* Marks the links by their ends, and counts those that are there in both directions. */
static int mark_arcs(const struct graph_reading *r, char there[][TABLE_NODES], int *both)
{
	for (int i = 0; i < r->arcs; i++) {
		int u = r->arc[i].end[0], v = r->arc[i].end[1];

		if (there[u][v])
			return graph_refuse(r, r->arc[i].at, "the link %s %s is there twice",
				r->node[u], r->node[v]);
		there[u][v] = 1;
		*both += there[v][u];
	}
	return 0;
}

/* Each link is there once, or each in both directions. */
static int add_arcs(struct link_list *list, const struct graph_reading *r, const int *number,
	char there[][TABLE_NODES])
{
	int both = r->directed, error = mark_arcs(r, there, &both);

	for (int i = 0; i < r->arcs && !error; i++) {
		int u = r->arc[i].end[0], v = r->arc[i].end[1];

		if (both && !there[v][u])
			return graph_refuse(r, r->arc[i].at,
				"the link %s %s is there in one direction only, and %s", r->node[u],
				r->node[v],
				r->directed ? "links of grove lead both ways: add its reverse, or "
					      "write an undirected graph"
					    : "others in both: write each link once, or each in "
					      "both directions");
		if (!both || u < v)
			error = link_list_add(list, number[u], number[v], r->name);
	}
	return error;
}

static int add_graph(struct link_list *list, const struct graph_reading *r)
{
	char(*there)[TABLE_NODES] = calloc(TABLE_NODES, sizeof *there);
	int number[TABLE_NODES];
	int error = there ? number_nodes(r, number) : why(ENOMEM, "no memory for %s", r->name);

	if (!error)
		error = add_labels(list, r, number);
	if (!error)
		error = add_arcs(list, r, number, there);
	free(there);
	return error;
}

/* ---- The file ---- */

/* Recognizes the format by its beginning. DOT begins with the words "strict", "graph" or "digraph"
 * up to a '{', and GML with pairs of words up to "graph [". */
static int read_format(struct graph_reading *r)
{
	struct word first, word, last;
	int sign = graph_token(r, &first);

	for (word = last = first; sign == 'a'; sign = graph_token(r, &word))
		last = word;
	r->at = r->text;
	if (!strncasecmp(r->text, "%%MatrixMarket", strlen("%%MatrixMarket")))
		return graph_read_matrix_market(r);
	if (sign == '<' && word.at == first.at)
		return graph_read_graphml(r);
	if (sign == '[' && word_is(last, "graph"))
		return graph_read_gml(r);
	if (sign == '{' &&
		(word_is(first, "graph") || word_is(first, "digraph") || word_is(first, "strict")))
		return graph_read_dot(r);
	return graph_read_lines(r);
}

int graph_file_read(struct link_list *list, const char *name)
{
	struct graph_reading *r = calloc(1, sizeof *r);
	char *text = malloc(TEXT_LIMIT);
	int length = r && text ? small_file_read(text, TEXT_LIMIT, name) : -ENOMEM, error = 0;
	int mark = length < 0 ? 0 : text_mark(text, (size_t)length);

	if (length < 0)
		error = why(length == -ENOMEM ? ENOMEM : EINVAL, "'graph:%s': %s", name,
			strerror(-length));
	else if (mark < 0)
		error = why(EINVAL, "%s: %s", name, why_text());
	else if (length == TEXT_LIMIT - 1 || memchr(text, 0, (size_t)length))
		error = why(EINVAL,
			"%s: a graph's file is UTF-8, without zero bytes, and less than "
			"%d MiB",
			name, TEXT_LIMIT >> 20);
	if (!error) {
		r->name = name;
		r->text = r->at = text + mark;
		text_end_lines(text);
		error = read_format(r);
	}
	if (!error)
		error = add_graph(list, r);
	free(text);
	free(r);
	return error;
}
