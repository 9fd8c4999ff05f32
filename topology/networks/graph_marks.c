/* Reads graphs in languages with brackets: DOT, GML and GraphML. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>
#include "topology/networks/graph_reading.h"

static int refuse_word(const struct graph_reading *r, struct word word)
{
	if (!word.length)
		return graph_refuse(r, word.at, "the file is cut off");
	return graph_refuse(r, word.at,
		"'%.*s' is not expected here: nodes and links are read, and no ports, no "
		"hyperedges "
		"and no graphs in graphs",
		(int)word.length, word.at);
}

/* ---- DOT ---- */

/* Skips the attributes in brackets. */
static int skip_attributes(struct graph_reading *r)
{
	struct word word;
	int sign;

	while ((sign = graph_token(r, &word)) != ']')
		if (!sign || sign == '<' || sign == '[')
			return refuse_word(r, word);
	return 0;
}

/* Reads what begins with a word: an attribute, defaults, or a node, which may end a link that
 * begins at *last. */
static int read_dot_word(struct graph_reading *r, struct word word, struct word *last, bool linked)
{
	bool defaults = word_is(word, "node") || word_is(word, "edge") || word_is(word, "graph");
	const char *after = r->at;
	struct word next, from = *last;
	int sign = graph_token(r, &next);

	*last = (struct word){ 0 };
	if (sign == '=' && !linked)
		return graph_token(r, &next) == 'a' ? 0 : refuse_word(r, next);
	r->at = after;
	if (defaults && sign == '[' && !linked)
		return 0;
	if (defaults || word_is(word, "subgraph"))
		return refuse_word(r, word);
	*last = word;
	if (linked)
		return graph_link(r, from, word);
	return graph_node(r, word) < 0 ? -EINVAL : 0;
}

static int open_dot(struct graph_reading *r)
{
	struct word word;
	int sign = graph_token(r, &word);

	if (word_is(word, "strict"))
		graph_token(r, &word);
	r->named = r->escapes = true;
	r->directed = word_is(word, "digraph");
	sign = graph_token(r, &word);
	if (sign == 'a')
		sign = graph_token(r, &word);
	return sign == '{' ? 0 : refuse_word(r, word);
}

int graph_read_dot(struct graph_reading *r)
{
	struct word word, last = { 0 };
	bool linked = false;
	int sign, error = open_dot(r);

	while (!error && (sign = graph_token(r, &word)) != '}') {
		if (sign == 'a') {
			error = read_dot_word(r, word, &last, linked);
			linked = false;
		} else if (last.at && !linked && word_is(word, r->directed ? "->" : "--")) {
			linked = true;
		} else if (!linked && (sign == '[' || sign == ';')) {
			error = sign == '[' ? skip_attributes(r) : 0;
			last.at = NULL;
		} else {
			error = refuse_word(r, word);
		}
	}
	if (error || (!linked && !graph_token(r, &word)))
		return error;
	return refuse_word(r, word);
}

/* ---- GML and GraphML: a graph, nodes and links, each with a few values ---- */

struct element {
	struct word name, id, source, target, directed;
};

static void set_value(struct element *element, struct word key, struct word value)
{
	if (word_is(key, "id"))
		element->id = value;
	else if (word_is(key, "source"))
		element->source = value;
	else if (word_is(key, "target"))
		element->target = value;
	else if (word_is(key, "directed") || word_is(key, "edgedefault"))
		element->directed = value;
}

static int use_element(struct graph_reading *r, const struct element *e)
{
	bool directed = word_is(e->directed, "1") || word_is(e->directed, "true") ||
			word_is(e->directed, "directed");
	bool node = word_is(e->name, "node"), edge = word_is(e->name, "edge");

	if ((node && !e->id.at) || (edge && (!e->source.at || !e->target.at)) ||
		word_is(e->name, "graph") || word_is(e->name, "hyperedge"))
		return refuse_word(r, e->name);
	if (edge && e->directed.at && directed != r->directed)
		return graph_refuse(
			r, e->name.at, "some links have a direction, and others have none");
	if (edge)
		return graph_link(r, e->source, e->target);
	return node && graph_node(r, e->id) < 0 ? -EINVAL : 0;
}

/* Reads values up to the closing bracket, and the elements within a graph. An element within a node
 * or a link has nothing that is read. */
static int read_gml_block(struct graph_reading *r, struct element *block, int depth)
{
	struct word key, value;
	int sign, error = 0;

	while (!error && (sign = graph_token(r, &key)) == 'a') {
		struct element inner = { .name = key };

		sign = graph_token(r, &value);
		if (sign == 'a')
			set_value(block, key, value);
		else if (sign != '[' || depth > 8 || word_is(key, "graph") != !depth ||
			 (!depth && r->named))
			return refuse_word(r, key);
		else
			error = read_gml_block(r, &inner, depth + 1);
		r->named = r->named || sign == '[';
		if (sign == '[' && depth == 1 && !error)
			error = use_element(r, &inner);
	}
	if (depth == 1)
		r->directed = word_is(block->directed, "1");
	return error || sign == (depth ? ']' : 0) ? error : refuse_word(r, key);
}

int graph_read_gml(struct graph_reading *r)
{
	return read_gml_block(r, &(struct element){ 0 }, 0);
}

static const char *end_of(const char *at, const char *end)
{
	const char *found = strstr(at, end);

	return found ? found + strlen(end) : at + strlen(at);
}

/* Reads the attributes of a tag up to its '>'. */
static int read_tag(struct graph_reading *r, struct element *tag)
{
	struct word key = { 0 }, word;
	int sign = graph_token(r, &tag->name);

	for (word = tag->name; sign != '>'; sign = graph_token(r, &word)) {
		if (!sign || sign == '<')
			return refuse_word(r, word);
		if (sign != '=')
			key = word;
		else if (graph_token(r, &word) == 'a')
			set_value(tag, key, word);
		else
			return refuse_word(r, word);
	}
	if (r->named || !word_is(tag->name, "graph"))
		return use_element(r, tag);
	r->named = true;
	r->directed = word_is(tag->directed, "directed");
	return 0;
}

int graph_read_graphml(struct graph_reading *r)
{
	int error = 0;

	if (!strstr(r->text, "<graphml"))
		return graph_refuse(r, r->text, "XML without <graphml> is not read as a graph");
	while (!error && *(r->at += strcspn(r->at, "<"))) {
		if (!strncmp(r->at, "<!--", 4)) {
			r->at = end_of(r->at, "-->");
		} else if (!strncmp(r->at, "<![CDATA[", 9)) {
			r->at = end_of(r->at, "]]>");
		} else if (strchr("?!/", r->at[1])) {
			r->at = end_of(r->at, ">");
		} else {
			r->at++;
			error = read_tag(r, &(struct element){ 0 });
		}
	}
	return error || r->nodes ? error
				 : graph_refuse(r, r->at, "no <node> and no <edge> was found");
}
